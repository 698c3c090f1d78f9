//! Messages that only the browser can read: RFC 8291, which is RFC 8188 (`aes128gcm`) with a key that both sides agree on.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hmac;
use ring::rand::{SecureRandom as _, SystemRandom};

/// Bytes of the secret that a browser shares.
pub(super) const AUTH: usize = 16;
const SALT: usize = 16;
/// The size of the only record, as it is said: no record is longer.
const RECORD: u32 = 4096;
/// What comes after the text of the last record.
const END: u8 = 2;

/// Encrypts a text for a browser. It is padded to `padded` bytes, so that its length says nothing.
///
/// # Errors
/// The browser's key is no point of the curve.
pub(super) fn encrypt(
    p256dh: &[u8],
    auth: &[u8],
    text: &[u8],
    padded: usize,
) -> Result<Vec<u8>, Unspecified> {
    let random = SystemRandom::new();
    let private = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let public = private.compute_public_key()?;
    let mut salt = [0; SALT];
    random.fill(&mut salt)?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, p256dh);
    agree_ephemeral(private, &theirs, |shared| {
        let keys = Keys::new(shared, auth, (p256dh, public.as_ref()), &salt)?;
        keys.seal(&salt, public.as_ref(), text, padded)
    })?
}

/// Whether a key is a point of the curve: with no other can be agreed.
pub(super) fn is_point(p256dh: &[u8]) -> bool {
    encrypt(p256dh, &[0; AUTH], b"", 0).is_ok()
}

/// The key and nonce of the only record.
struct Keys {
    key: LessSafeKey,
    nonce: [u8; NONCE_LEN],
}

impl Keys {
    /// Of what was agreed on, the browser's secret, the public keys of browser and sender, and the salt.
    fn new(
        shared: &[u8],
        auth: &[u8],
        (theirs, ours): (&[u8], &[u8]),
        salt: &[u8],
    ) -> Result<Self, Unspecified> {
        // HKDF (RFC 5869): nothing that is derived is longer than a hash.
        let input = mac(mac(auth, &[shared]).as_ref(), &[b"WebPush: info\0", theirs, ours, &[1]]);
        let known = mac(salt, &[input.as_ref()]);
        let key = mac(known.as_ref(), &[b"Content-Encoding: aes128gcm\0\x01"]);
        let (hash, mut nonce) = (mac(known.as_ref(), &[b"Content-Encoding: nonce\0\x01"]), [0; NONCE_LEN]);
        nonce.copy_from_slice(&hash.as_ref()[..NONCE_LEN]);
        Ok(Self { key: LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key.as_ref()[..16])?), nonce })
    }

    /// Head and record.
    fn seal(self, salt: &[u8], public: &[u8], text: &[u8], padded: usize) -> Result<Vec<u8>, Unspecified> {
        let mut record = text.to_vec();
        record.push(END);
        record.resize(record.len().max(padded), 0);
        let nonce = Nonce::assume_unique_for_key(self.nonce);
        self.key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;
        let length = u8::try_from(public.len()).map_err(|_| Unspecified)?;
        Ok([salt, &RECORD.to_be_bytes(), &[length], public, &record].concat())
    }
}

fn mac(key: &[u8], said: &[&[u8]]) -> hmac::Tag {
    hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), &said.concat())
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    /// Bytes of a point of P-256 as it is sent.
    const POINT: usize = 65;

    // RFC 8291, appendix A.
    const SHARED: &str = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs";
    const AUTH_SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const BROWSER: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const SENDER: &str =
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    const SALT_OF_RFC: &str = "DGv6ra1nlYgDCS1FRnbzlw";
    const MESSAGE: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz\
         AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    #[test]
    fn the_message_of_the_standard_is_made() {
        let (salt, sender) = (bytes(SALT_OF_RFC), bytes(SENDER));
        let both = (bytes(BROWSER), sender.clone());
        let keys = Keys::new(&bytes(SHARED), &bytes(AUTH_SECRET), (&both.0, &both.1), &salt).unwrap();
        let made = keys.seal(&salt, &sender, b"When I grow up, I want to be a watermelon", 0).unwrap();
        assert_eq!(URL_SAFE_NO_PAD.encode(made), MESSAGE);
    }

    #[test]
    fn a_browser_reads_what_was_encrypted_for_it_and_no_length() {
        let mut lengths = Vec::new();
        for text in ["", "À vous de jouer.", "The game is over."] {
            let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
            let public = private.compute_public_key().unwrap();
            let auth = [7; AUTH];
            let made = encrypt(public.as_ref(), &auth, text.as_bytes(), 100).unwrap();
            let (head, record) = made.split_at(SALT + 5 + POINT);
            let (salt, sender) = (&head[..SALT], &head[SALT + 5..]);
            let theirs = UnparsedPublicKey::new(&ECDH_P256, sender);
            let both = (public.as_ref(), sender);
            let keys = agree_ephemeral(private, &theirs, |shared| Keys::new(shared, &auth, both, salt));
            let keys = keys.unwrap().unwrap();
            let mut record = record.to_vec();
            let nonce = Nonce::assume_unique_for_key(keys.nonce);
            let read = keys.key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
            let end = read.iter().rposition(|byte| *byte != 0).unwrap();
            assert_eq!((&read[..end], read[end]), (text.as_bytes(), END));
            lengths.push(made.len());
        }
        assert_eq!(lengths, [SALT + 5 + POINT + 100 + 16; 3]);
    }

    #[test]
    fn only_points_of_the_curve_are_keys() {
        assert!(is_point(&bytes(BROWSER)));
        let mut wrong = bytes(BROWSER);
        wrong[64] ^= 1;
        let compressed = [&[3], &bytes(BROWSER)[1..33]].concat();
        for wrong in [wrong, compressed, vec![4; POINT], vec![0; POINT], vec![0], Vec::new()] {
            assert!(!is_point(&wrong), "{wrong:?}");
            assert!(encrypt(&wrong, &[7; AUTH], b"text", 0).is_err(), "{wrong:?}");
        }
    }
}
