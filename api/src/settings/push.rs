//! Messages to browsers.

use clap::Args;

/// How browsers are told of a seat whose page is closed.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Web Push")]
pub struct PushSettings {
    /// Whom a push service may ask about this service: `mailto:` and an address, or a page of https. Some push services, Apple's
    /// among them, take no message without it.
    #[arg(long = "push-contact", env = "TAPIS_PUSH_CONTACT", value_name = "URL", value_parser = contact)]
    pub contact: Option<String>,
}

fn contact(text: &str) -> Result<String, String> {
    let url = url::Url::parse(text).ok();
    let is_contact = url.is_some_and(|url| match url.scheme() {
        "mailto" => url.path().contains('@'),
        scheme => scheme == "https" && url.has_host(),
    });
    let wanted = "mailto: and an address, or a page of https: mailto:ada@example.com";
    is_contact.then(|| text.to_owned()).ok_or_else(|| wanted.to_owned())
}

#[cfg(test)]
mod tests {
    use crate::settings::Settings;

    #[test]
    fn a_contact_is_an_address_or_a_page() {
        for contact in ["mailto:ada@example.com", "https://example.com/about"] {
            let settings = Settings::from_args(["--push-contact", contact]).unwrap();
            assert_eq!(settings.push.contact.as_deref(), Some(contact));
        }
        for wrong in ["", "ada@example.com", "mailto:ada", "http://example.com/", "https://"] {
            assert!(Settings::from_args(["--push-contact", wrong]).is_err(), "{wrong}");
        }
    }
}
