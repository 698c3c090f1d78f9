# Why messages of agents are refused.
mcp-origin = pages of this origin may not call; the operator allows origins by --cors-origins
mcp-version = the protocol version { $said } is not spoken here; send one of { $known } in MCP-Protocol-Version
mcp-header = the header { $name } is missing, or is not what the body says
mcp-unreadable = the body cannot be read as JSON
mcp-batch = send one message at a time: batches are not taken
mcp-object = a message is a JSON object with jsonrpc, id, method and params
mcp-id = the id of a request is a string or an integer
mcp-jsonrpc = jsonrpc has to be "2.0"
mcp-method = method has to be a string
mcp-params = params has to be an object
mcp-no-method = there is no method { $name } here
mcp-no-tool = there is no tool { $name }; there are { $known }
mcp-param = the parameter { $name } is missing or of the wrong type
mcp-no-resource = there is no resource { $uri }; resources are tapis://rules/<game> and tapis://replays/<game_id>
mcp-internal = something went wrong on our side
# What lies face down, by its kind.
mcp-back = { $noun } face down
