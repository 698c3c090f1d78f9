//! Extractors that need no body.

/// How a request becomes a value at once, without its body.
macro_rules! at_once {
    ($of:ty, $request:ident => $read:expr) => {
        impl ::actix_web::FromRequest for $of {
            type Error = $crate::problem::ApiError;
            type Future = ::std::future::Ready<Result<Self, Self::Error>>;

            fn from_request(
                $request: &::actix_web::HttpRequest,
                _: &mut ::actix_web::dev::Payload,
            ) -> Self::Future {
                ::std::future::ready($read)
            }
        }
    };
}
