//! What the service sends of itself.

use serde_json::json;
use utoipa::ToSchema;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, OpenApi, PathsBuilder, Ref, ResponseBuilder};

use crate::webhooks::WebhookMessage;

const ABOUT: &str = "Sent to the webhook of a key (`putWebhook`) for games that were created with the key, or in which \
    somebody took a seat with it. The signature is that of [Standard Webhooks](https://www.standardwebhooks.com): `v1,` \
    and the Base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, with the secret after `whsec_`, in \
    Base64, as the key. For a day after a new secret there are two, with a space between: one of them is right. Any status from 200 \
    to 299 takes the message.";

/// Tells of the messages to webhooks.
pub(super) fn tell(document: &mut OpenApi) {
    let mut schemas =
        vec![(WebhookMessage::name().into_owned(), <WebhookMessage as utoipa::PartialSchema>::schema())];
    WebhookMessage::schemas(&mut schemas);
    document.components.get_or_insert_default().schemas.extend(schemas);
    let header = |name: &str, about: &str| {
        let text = ObjectBuilder::new().schema_type(Type::String).build();
        ParameterBuilder::new()
            .name(name)
            .parameter_in(ParameterIn::Header)
            .required(utoipa::openapi::Required::True)
            .description(Some(about))
            .schema(Some(text))
            .build()
    };
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name(WebhookMessage::name()))).build();
    let message = OperationBuilder::new()
        .operation_id(Some("receiveMessage"))
        .tag("operation")
        .summary(Some("Receive what happens in a game."))
        .description(Some(ABOUT))
        .parameter(header("webhook-id", "The message: the same at every try."))
        .parameter(header("webhook-timestamp", "When this try was made, in seconds since 1970."))
        .parameter(header("webhook-signature", "The signature of this try."))
        .request_body(Some(
            RequestBodyBuilder::new()
                .description(Some("What happened."))
                .content("application/json", body)
                .required(Some(utoipa::openapi::Required::True))
                .build(),
        ))
        .response("2XX", ResponseBuilder::new().description("The message is taken.").build())
        .securities(Some([utoipa::openapi::SecurityRequirement::default()]))
        .build();
    let item = PathItem::new(HttpMethod::Post, message);
    // Not under `webhooks`: generators make calls of them, with empty names.
    let described = json!(PathsBuilder::new().path("message", item).build());
    let extensions = ExtensionsBuilder::new().add("x-webhooks", described).build();
    document.extensions.get_or_insert_default().merge(extensions);
}
