//! Messages to browsers.

use clap::Args;

use crate::outgoing::receiver;

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
    let at_host = |address: &str| Some(format!("https://{}/", address.rsplit_once('@')?.1));
    let page = text.strip_prefix("mailto:").map_or_else(|| Some(text.to_owned()), at_host);
    let url = page.and_then(|page| receiver(&page, false).ok()).filter(|url| url.scheme() == "https");
    // A push service refuses what only this machine or its network knows.
    let is_contact = url.is_some_and(|url| {
        url.domain().is_some_and(|name| name.contains('.') && !name.ends_with(".localhost"))
    });
    let wanted = "mailto: and an address, or a page of https, on the internet: mailto:ada@example.com";
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
        let strange = ["", "ada@example.com", "mailto:ada", "http://example.com/", "https://"];
        let unreached =
            ["mailto:root@localhost", "mailto:a@tapis.localhost", "https://localhost/", "https://10.0.0.1/"];
        for wrong in strange.into_iter().chain(unreached) {
            assert!(Settings::from_args(["--push-contact", wrong]).is_err(), "{wrong}");
        }
    }
}
