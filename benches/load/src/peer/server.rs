//! The bare server.

use std::cell::RefCell;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use actix_web::dev::Server;
use actix_web::{App, HttpResponse, HttpServer, web};
use anyhow::{Context, Result};
use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;

use super::durable::{Insert, Store};
use super::{Peer, open};

/// A peer on a free port of loopback.
///
/// # Errors
/// Its database or its port cannot be used.
pub fn listen(directory: &Path, peer: Peer) -> Result<(Server, SocketAddr)> {
    let store = match peer {
        Peer::Group => Some(Store::group(directory)?),
        Peer::Mutex => Some(Store::mutex(directory)?),
        Peer::Json | Peer::Read => None,
    };
    let directory = directory.to_owned();
    let server = HttpServer::new(move || {
        let (directory, store) = (directory.clone(), store.clone());
        App::new().configure(move |config| match store {
            Some(store) => {
                config
                    .app_data(web::Data::new(store))
                    .service(web::resource("/games/{id}/{version}").post(insert));
            }
            None => reads(config, peer, directory),
        })
    });
    // As many as the service has by default.
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let server = server.workers(workers).disable_signals().bind((Ipv4Addr::LOCALHOST, 0))?;
    let address = *server.addrs().first().context("no address")?;
    Ok((server.run(), address))
}

/// Says where a peer listens, and serves until the process ends.
///
/// # Errors
/// See [`listen`].
pub fn serve(directory: &Path, peer: Peer) -> Result<()> {
    actix_web::rt::System::new().block_on(async {
        let (server, address) = listen(directory, peer)?;
        println!("listening on http://{address}");
        Ok(server.await?)
    })
}

fn reads(config: &mut web::ServiceConfig, peer: Peer, directory: PathBuf) {
    config.service(web::resource("/health").get(health));
    if peer == Peer::Read {
        config.app_data(web::Data::new(Directory(directory))).service(web::resource("/games/{id}").get(read));
    }
}

struct Directory(PathBuf);

#[derive(Serialize)]
struct Health {
    status: &'static str,
}

async fn health() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "ok" })
}

thread_local! {
    /// The connection of this worker.
    static READER: RefCell<Option<Connection>> = const { RefCell::new(None) };
}

/// A point read, inline: it is quicker than handing it to another thread.
async fn read(id: web::Path<String>, directory: web::Data<Directory>) -> HttpResponse {
    let found = READER.with_borrow_mut(|reader| {
        if reader.is_none() {
            *reader = Some(open(&directory.0)?);
        }
        body(reader.as_ref().context("opened above")?, &id)
    });
    match found {
        Ok(Some(body)) => HttpResponse::Ok().content_type("application/json").body(body),
        Ok(None) => HttpResponse::NotFound().finish(),
        Err(_) => HttpResponse::InternalServerError().finish(),
    }
}

fn body(connection: &Connection, id: &str) -> Result<Option<Vec<u8>>> {
    let mut statement = connection.prepare_cached("SELECT body FROM games WHERE id = ?1")?;
    Ok(statement.query_row([id], |row| row.get(0)).optional()?)
}

#[derive(Serialize)]
struct Stored {
    version: u64,
}

async fn insert(path: web::Path<(String, u64)>, body: web::Bytes, store: web::Data<Store>) -> HttpResponse {
    let (game, version) = path.into_inner();
    if store.insert(Insert { game, version, body: body.to_vec() }).await {
        HttpResponse::Ok().json(Stored { version })
    } else {
        HttpResponse::ServiceUnavailable().finish()
    }
}
