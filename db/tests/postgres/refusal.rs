//! Databases that are not taken.

use tapis_db::StoreError;
use tapis_db::model::Digest;

use super::open;
use crate::server;

fn refused(url: &str) -> StoreError {
    tapis_db::open(url).err().unwrap()
}

#[test]
fn another_encoding_is_refused() {
    let url = server::shared().database_with("ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'");
    let StoreError::Unfit(text) = refused(&url) else { panic!("another error") };
    assert_eq!(text, "its encoding is LATIN1; create it with ENCODING 'UTF8' TEMPLATE template0");
}

#[test]
fn a_newer_schema_is_refused_and_left_as_it_is() {
    let url = server::shared().database();
    drop(open(&url));
    let version = || server::shared().sql(&url, "SELECT version FROM tapis").parse::<i64>().unwrap();
    let supported = version();
    server::shared().sql(&url, "UPDATE tapis SET version = version + 5");
    assert_eq!(refused(&url), StoreError::TooNew { found: supported + 5, supported });
    assert_eq!(version(), supported + 5);
}

#[test]
fn a_schema_that_no_release_had_is_refused_and_left_as_it_is() {
    let url = server::shared().database();
    let of_before = "CREATE TABLE tapis (id smallint PRIMARY KEY, version bigint NOT NULL, secret bytea, probe bigint NOT NULL); \
                     INSERT INTO tapis VALUES (1, 0, NULL, 0); CREATE TABLE games (id uuid PRIMARY KEY)";
    server::shared().sql(&url, of_before);
    let tables = "SELECT string_agg(table_name, ' ' ORDER BY table_name), (SELECT version FROM tapis) \
                  FROM information_schema.tables WHERE table_schema = 'public'";
    for found in [6, 12, 16, 17, 18] {
        server::shared().sql(&url, &format!("UPDATE tapis SET version = {found}"));
        assert_eq!(refused(&url), StoreError::Unreleased { found });
        assert_eq!(server::shared().sql(&url, tables), format!("games tapis|{found}"));
    }
}

#[test]
fn a_version_that_is_not_that_of_the_tables_is_named_and_left_as_it_is() {
    let url = server::shared().database();
    open(&url).close().unwrap();
    for found in [0, 11] {
        server::shared().sql(&url, &format!("UPDATE tapis SET version = {found}"));
        let StoreError::Unfit(text) = refused(&url) else { panic!("another error") };
        assert!(
            text.contains(&format!("says schema version {found}")) && text.contains("set the version back")
        );
        assert_eq!(server::shared().sql(&url, "SELECT version FROM tapis"), found.to_string());
    }
    server::shared().sql(&url, "UPDATE tapis SET version = 20");
    open(&url).close().unwrap();
}

#[test]
fn the_tables_of_another_program_are_left_alone() {
    let url = server::shared().database();
    server::shared().sql(&url, "CREATE TABLE events (id int)");
    assert!(matches!(refused(&url), StoreError::Foreign(text) if text.contains("a database of its own")));
    let tables =
        "SELECT string_agg(table_name, ' ') FROM information_schema.tables WHERE table_schema = 'public'";
    assert_eq!(server::shared().sql(&url, tables), "events");
}

#[test]
fn a_server_that_does_not_wait_for_its_disk_is_refused() {
    let url = server::shared().database();
    let name = url.rsplit('/').next().unwrap();
    server::shared().sql(&url, &format!("ALTER DATABASE {name} SET synchronous_commit = off"));
    assert!(matches!(refused(&url), StoreError::Unfit(text) if text.contains("synchronous_commit is off")));
}

#[test]
fn nodes_with_another_secret_are_refused() {
    let url = server::shared().database();
    let (first, second) = (open(&url), open(&url));
    first.claim(&Digest([1; 32]), false).unwrap();
    second.claim(&Digest([1; 32]), false).unwrap();
    let refused = second.claim(&Digest([2; 32]), false);
    assert!(matches!(refused, Err(StoreError::Unfit(text)) if text.contains("the same TAPIS_SECRET")));
    first.claim(&Digest([1; 32]), false).unwrap();
}

#[test]
fn a_missing_database_and_a_missing_server_are_told_apart() {
    let url = server::shared().database();
    let missing = format!("{url}_not_there");
    assert!(matches!(refused(&missing), StoreError::Io(text) if text.contains("does not exist")));
    let nowhere = "postgres://tapis@%2Fno%2Fsuch%2Ffolder/games";
    assert!(matches!(refused(nowhere), StoreError::Io(text) if text.contains("error connecting to server")));
}

#[test]
fn commands_for_files_say_so() {
    let url = server::shared().database();
    let refused = tapis_db::open_read_only(&url).err().unwrap();
    assert!(matches!(refused, StoreError::Invalid(text) if text.contains("sqlite:<path>")));
}
