# Pourquoi des messages d'agents sont refusés.
mcp-origin = les pages de cette origine ne peuvent pas appeler ; l'exploitant autorise des origines par --cors-origins
mcp-version = la version { $said } du protocole n'est pas parlée ici ; envoyez dans MCP-Protocol-Version l'une de celles-ci : { $known }
mcp-header = l’en-tête { $name } manque, ou ne dit pas ce que dit le corps
mcp-unreadable = le corps ne se lit pas comme du JSON
mcp-batch = envoyez un message à la fois : les lots ne sont pas acceptés
mcp-object = un message est un objet JSON avec jsonrpc, id, method et params
mcp-id = l'id d'une requête est une chaîne ou un entier
mcp-jsonrpc = jsonrpc doit être "2.0"
mcp-method = method doit être une chaîne
mcp-params = params doit être un objet
mcp-no-method = il n'y a pas de méthode { $name } ici
mcp-no-tool = il n'y a pas d'outil { $name } ; il y a { $known }
mcp-param = le paramètre { $name } manque ou n'est pas du bon type
mcp-no-resource = il n'y a pas de ressource { $uri } ; les ressources sont tapis://rules/<game> et tapis://replays/<game_id>
mcp-internal = quelque chose s'est mal passé de notre côté
# Ce qui est face cachée, par son genre.
mcp-back = { $noun } face cachée
