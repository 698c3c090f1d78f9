//! Signatures by public keys, verified by `ring`, which TLS is built on, too. No other kind is known: neither `none` nor one by a
//! shared secret can be verified.

use jsonwebtoken::crypto::{CryptoProvider, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind};
use ring::signature::{
    self as of_ring, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey, VerificationAlgorithm,
};
use signature::Verifier;

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |_, _| Err(ErrorKind::UnsupportedAlgorithm.into()),
    verifier_factory: verifier,
    key_utils: KeyUtils::new_unimplemented(),
};

/// Has logins verified here. Once is enough.
pub(super) fn install() {
    let _ = PROVIDER.install_default();
}

/// How a signature is made.
enum Made {
    Rsa(&'static RsaParameters),
    Other(&'static dyn VerificationAlgorithm),
}

struct OfKey {
    algorithm: Algorithm,
    made: Made,
    key: DecodingKey,
}

fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>, Error> {
    let made = made(*algorithm).ok_or(ErrorKind::UnsupportedAlgorithm)?;
    Ok(Box::new(OfKey { algorithm: *algorithm, made, key: key.clone() }))
}

fn made(algorithm: Algorithm) -> Option<Made> {
    Some(match algorithm {
        Algorithm::RS256 => Made::Rsa(&of_ring::RSA_PKCS1_2048_8192_SHA256),
        Algorithm::RS384 => Made::Rsa(&of_ring::RSA_PKCS1_2048_8192_SHA384),
        Algorithm::RS512 => Made::Rsa(&of_ring::RSA_PKCS1_2048_8192_SHA512),
        Algorithm::PS256 => Made::Rsa(&of_ring::RSA_PSS_2048_8192_SHA256),
        Algorithm::PS384 => Made::Rsa(&of_ring::RSA_PSS_2048_8192_SHA384),
        Algorithm::PS512 => Made::Rsa(&of_ring::RSA_PSS_2048_8192_SHA512),
        Algorithm::ES256 => Made::Other(&of_ring::ECDSA_P256_SHA256_FIXED),
        Algorithm::ES384 => Made::Other(&of_ring::ECDSA_P384_SHA384_FIXED),
        Algorithm::EdDSA => Made::Other(&of_ring::ED25519),
        _ => return None,
    })
}

impl Verifier<Vec<u8>> for OfKey {
    fn verify(&self, message: &[u8], signed: &Vec<u8>) -> Result<(), signature::Error> {
        let verified = match (&self.made, self.key.kind()) {
            (Made::Rsa(parameters), DecodingKeyKind::RsaModulusExponent { n, e }) => {
                RsaPublicKeyComponents { n, e }.verify(parameters, message, signed)
            }
            (Made::Other(made), DecodingKeyKind::SecretOrDer(bytes)) => {
                UnparsedPublicKey::new(*made, bytes).verify(message, signed)
            }
            _ => Err(ring::error::Unspecified),
        };
        verified.map_err(|_| signature::Error::new())
    }
}

impl JwtVerifier for OfKey {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}
