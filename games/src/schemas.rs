//! Types that are documented as others.

/// Says that a type is documented as another one, under a name of its own.
macro_rules! schema_of {
    ($of:ty, $name:literal, $shape:ty) => {
        impl utoipa::PartialSchema for $of {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                <$shape as utoipa::PartialSchema>::schema()
            }
        }

        impl utoipa::ToSchema for $of {
            fn name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn schemas(all: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
                <$shape as utoipa::ToSchema>::schemas(all);
            }
        }
    };
}

pub(crate) use schema_of;
