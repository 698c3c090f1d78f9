# Why HTTP requests are refused, beside what the service refuses.

noun-another_machine = this connection comes from another machine
noun-through_proxy = this request came through a proxy
noun-other_host = the Host header of this request names another
noun-other_origin = this request was made by a page of another origin

refusal-unreadable_body = the body cannot be read as JSON
refusal-duplicate_key = the key "{ $key }" appears twice in the object at "{ $pointer }"
refusal-too_deep = the body is nested deeper than { $limit } levels
refusal-body_too_large = the body is larger than { $limit } bytes
refusal-body_timeout = the body did not arrive within { $limit } ms
refusal-unsupported_media_type = send the body as application/json
refusal-encoded_body = send the body as it is, without Content-Encoding: compressed bodies are not read
refusal-invalid_query = a parameter of the query is not what is expected
refusal-invalid_header = the header { $header } cannot be read
refusal-bad_request = the request cannot be read
refusal-method_not_allowed = this resource answers { $allow } only
refusal-not_acceptable = this is there as { $types } only; Accept asks for something else
refusal-bearer-not_bearer = Authorization is read as Bearer only: send Authorization: Bearer <token>
refusal-bearer-repeated = Authorization is there twice; send it once
refusal-bearer-malformed = what follows Bearer is no token: 1 to 512 visible ASCII characters without spaces
refusal-unknown_position = the newest version is { $newest }, and nothing comes after { $asked } yet; follow on from { $newest }, or from 0 for everything
refusal-key-form = an Idempotency-Key has 1 to 255 visible ASCII characters
refusal-key-guessable = without a token the Idempotency-Key must be hard to guess: a random UUID, or at least 22 random characters
refusal-elsewhere = without an admin token this is answered on the server’s own machine only, to requests that name it localhost, 127.0.0.1 or [::1], and { NAME($wrong) }; to ask from elsewhere, start the server with TAPIS_ADMIN_TOKEN and send that token
refusal-rate_limited = too many requests; try again in { $n } s
refusal-token_required = this needs a token: send Authorization: Bearer <token>
refusal-key_reused = this Idempotency-Key was used for another request
refusal-version_required = say what you decided on: If-Match with the ETag of that state, or its version in the body, as in { $example }; If-Match: * stands for any
refusal-foreign_state = { $named } is no ETag of yours: this game is { $tag } to you; every seat has ETags of its own
refusal-ticket_only = this is the ticket for seat { $seat }: take the seat with it, with POST to its path, and use the token you get
refusal-internal = something went wrong on our side; the request id tells us where
