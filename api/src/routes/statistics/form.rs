//! The forms statistics are read in.

use crate::routes::prelude::*;

use tapis_lab::statistics::tidy;
use tapis_lab::tabular::TableFormat;

/// The format of statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StatisticsFormat)]
pub enum Form {
    /// One JSON document.
    Json,
    /// A table with a head line (RFC 4180), a row a number.
    Csv,
    /// The rows of the table as JSON objects, one a line.
    Ndjson,
    /// The table as Apache Parquet.
    Parquet,
}

/// The media type of Parquet.
pub(super) const PARQUET: &str = "application/vnd.apache.parquet";

const MEDIA: [(&str, Form); 4] = [
    ("application/json", Form::Json),
    ("text/csv", Form::Csv),
    ("application/x-ndjson", Form::Ndjson),
    (PARQUET, Form::Parquet),
];

pub(super) const EXAMPLE_CSV: &str = "game,ruleset,source,what,seat,lineup,name,bucket,at,n,value,low,high,method,confidence,text,with\r\n\
     richelieu,3f0c2a4d,played,seats.win_share,0,,,,,812,0.531,0.497,0.565,wilson,0.95,,\r\n";
pub(super) const EXAMPLE_PARQUET: &str = "PAR1…PAR1";
pub(super) const EXAMPLE_NDJSON: &str = "{\"game\":\"richelieu\",\"ruleset\":\"3f0c2a4d\",\"source\":\"played\",\
     \"what\":\"seats.win_share\",\"seat\":0,\"lineup\":null,\"name\":null,\"bucket\":null,\"at\":null,\"n\":812,\
     \"value\":0.531,\"low\":0.497,\"high\":0.565,\"method\":\"wilson\",\"confidence\":0.95,\"text\":null,\"with\":null}\n";

impl Form {
    /// The form that is asked for, or else the one that `Accept` likes best; JSON when it likes none better.
    ///
    /// # Errors
    /// [`ApiError::NotAcceptable`].
    pub(super) fn asked(format: Option<Self>, request: &HttpRequest) -> Result<Self, ApiError> {
        format.map_or_else(|| Accepted::of(request).best(&MEDIA), Ok)
    }

    /// The figures in this form, written where nobody is served.
    pub(super) async fn answer<T: Serialize + Send + 'static>(self, at: &OfGame, figures: T) -> Answer {
        let document = self.document(at, figures).await?;
        let media =
            MEDIA.iter().find(|(_, form)| *form == self).map_or("application/json", |(media, _)| media);
        public(&at.2, &document, media, Some("Accept"))
    }

    /// As [`Form::answer`], for whoever answers with it.
    pub(super) async fn document<T: Serialize + Send + 'static>(
        self,
        (state, _, request): &OfGame,
        figures: T,
    ) -> Result<Document, ApiError> {
        let languages = languages::asked();
        let write = move || {
            serving::long("statistics");
            let bytes = match self {
                Self::Json => {
                    languages.writing(|| serde_json::to_vec(&figures)).map_err(ServiceError::internal)
                }
                Self::Csv => table(TableFormat::Csv, &figures),
                Self::Ndjson => table(TableFormat::Ndjson, &figures),
                Self::Parquet => table(TableFormat::Parquet, &figures),
            };
            bytes.map(Document::of_bytes)
        };
        Ok(state.service.answers().make(caller(request), write).await??)
    }
}

fn table<T: Serialize>(format: TableFormat, figures: &T) -> Result<Vec<u8>, ServiceError> {
    format.bytes(tidy::COLUMNS, &tidy::tidy(figures)).map_err(ServiceError::internal)
}
