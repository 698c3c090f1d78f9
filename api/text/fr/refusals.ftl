# Pourquoi les requêtes HTTP sont refusées, outre ce que le service refuse.

noun-another_machine = cette connexion vient d’une autre machine
noun-through_proxy = cette requête est passée par un mandataire
noun-other_host = l’en-tête Host de cette requête en nomme une autre
noun-other_origin = cette requête vient d’une page d’une autre origine

refusal-unreadable_body = le corps ne peut être lu comme du JSON
refusal-duplicate_key = la clé « { $key } » apparaît deux fois dans l’objet « { $pointer } »
refusal-too_deep = le corps est imbriqué sur plus de { $limit } niveaux
refusal-body_too_large = le corps dépasse { $limit } octets
refusal-body_timeout = le corps n’est pas arrivé en { $limit } ms
refusal-unsupported_media_type = envoyez le corps comme application/json
refusal-encoded_body = envoyez le corps tel quel, sans Content-Encoding : les corps comprimés ne sont pas lus
refusal-invalid_query = un paramètre de l’adresse n’est pas ce qui est attendu
refusal-invalid_header = l’en-tête { $header } ne peut être lu
refusal-bad_request = la requête ne peut être lue
refusal-method_not_allowed = cette ressource ne répond qu’à { $allow }
refusal-not_acceptable = ceci n’existe qu’en { $types } ; Accept demande autre chose
refusal-bearer-not_bearer = Authorization n’est lu que comme Bearer : envoyez Authorization: Bearer et le jeton
refusal-bearer-repeated = Authorization est là deux fois ; envoyez-le une fois
refusal-bearer-malformed = ce qui suit Bearer n’est pas un jeton : 1 à 512 caractères ASCII visibles, sans espaces
refusal-unknown_position = la dernière version est { $newest }, et rien ne vient encore après { $asked } ; suivez à partir de { $newest }, ou de 0 pour tout
refusal-key-form = une Idempotency-Key a 1 à 255 caractères ASCII visibles
refusal-key-guessable = sans jeton, l’Idempotency-Key doit être difficile à deviner : un UUID au hasard, ou au moins 22 caractères au hasard
refusal-elsewhere = sans jeton d’administration, ceci n’est répondu que sur la machine du serveur, à qui le nomme localhost, 127.0.0.1 ou [::1], et { NAME($wrong) } ; pour demander d’ailleurs, lancez le serveur avec TAPIS_ADMIN_TOKEN et envoyez ce jeton
refusal-rate_limited = trop de requêtes ; réessayez dans { $n } s
refusal-token_required = il faut un jeton : envoyez Authorization: Bearer et le jeton
refusal-key_reused = cette Idempotency-Key a servi à une autre requête
refusal-version_required = dites sur quoi vous avez décidé : If-Match avec l’ETag de cet état, ou sa version dans le corps, comme { $example } ; If-Match: * vaut pour toutes
refusal-foreign_state = { $named } n’est pas un ETag à vous : cette partie est { $tag } pour vous ; chaque place a ses propres ETags
refusal-ticket_only = c’est l’invitation à la place { $seat } : prenez la place avec elle, par POST à son adresse, et servez-vous du jeton reçu
refusal-internal = une erreur s’est produite chez nous ; l’identifiant de la requête nous dit où
