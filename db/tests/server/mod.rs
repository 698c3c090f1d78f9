//! A PostgreSQL server for tests: in a folder of its own, as a user without rights, ended with the tests.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

#[allow(dead_code, reason = "not all tests stand between")]
pub mod relay;

/// A server. It ends when this is dropped, and when the process ends.
pub struct Server {
    child: Child,
    /// What it is told, and what it says.
    script: Mutex<(ChildStdin, BufReader<ChildStdout>)>,
    folder: String,
    programs: PathBuf,
}

/// A transaction that is open.
pub struct Holder(Child);

impl Drop for Holder {
    fn drop(&mut self) {
        // The session of a client that has gone lives on for a moment, and so do its locks.
        let mut stdin = self.0.stdin.take().unwrap();
        if writeln!(stdin, "ROLLBACK; SELECT pg_advisory_unlock_all(); SELECT 'freed';").is_ok() {
            let lines = BufReader::new(self.0.stdout.as_mut().unwrap()).lines();
            let _ = lines.map_while(Result::ok).any(|line| line == "freed");
        }
        drop(stdin);
        let _ = self.0.wait();
    }
}

/// The server that all tests of a process share.
pub fn shared() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    // Nothing here outlives a crash of the machine, so nobody waits for its disk.
    // What the planner knows of the tables stays what it is during a test: some count the rows that are read.
    SERVER.get_or_init(|| Server::start(&["-c", "fsync=off", "-c", "autovacuum=off"]))
}

impl Server {
    /// Starts a server with these settings.
    pub fn start(settings: &[&str]) -> Self {
        let programs = programs();
        let script = include_str!("postgres.sh");
        // The server refuses to run as root.
        let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0");
        let mut command = Command::new(if is_root { "setpriv" } else { "sh" });
        if is_root {
            command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups", "sh"]);
        }
        command.args(["-c", script, "postgres.sh"]).arg(&programs).args(settings).current_dir("/");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (mut folder, mut said) = (String::new(), BufReader::new(stdout));
        said.read_line(&mut folder).unwrap();
        assert!(folder.ends_with('\n'), "PostgreSQL does not start");
        Self { child, script: Mutex::new((stdin, said)), folder: folder.trim().to_owned(), programs }
    }

    /// Makes an empty database; answers its URL.
    pub fn database(&self) -> String {
        self.database_with("")
    }

    /// Makes an empty database with these clauses of `CREATE DATABASE`; answers its URL.
    pub fn database_with(&self, clauses: &str) -> String {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("t{}", NUMBER.fetch_add(1, Relaxed));
        self.run("postgres", &format!("CREATE DATABASE {name} TEMPLATE template0 {clauses}"));
        format!("postgres://tapis@{}/{name}", self.folder.replace('/', "%2F"))
    }

    /// Runs SQL in the database of a URL; answers what it printed, a line a row.
    #[allow(dead_code, reason = "not all tests look into the database")]
    pub fn sql(&self, url: &str, sql: &str) -> String {
        self.run(url.rsplit('/').next().unwrap(), sql)
    }

    /// Waits until SQL says this. It is asked with pauses: each time is a process.
    #[allow(dead_code, reason = "not all tests wait for the database")]
    pub fn until(&self, url: &str, sql: &str, said: &str) {
        while self.sql(url, sql) != said {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Runs SQL in a transaction that ends when what is answered is dropped.
    #[allow(dead_code, reason = "not all tests get in the way")]
    pub fn hold(&self, url: &str, sql: &str) -> Holder {
        let mut psql = self.psql(url.rsplit('/').next().unwrap());
        let mut child = psql.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        writeln!(child.stdin.as_mut().unwrap(), "BEGIN; {sql}; SELECT 'held';").unwrap();
        let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
        assert!(lines.map_while(Result::ok).any(|line| line == "held"));
        Holder(child)
    }

    /// Saves a database to a file, as `docs/operating.md` says.
    #[allow(dead_code, reason = "not all tests make backups")]
    pub fn dump(&self, url: &str, file: &Path) {
        self.backup("pg_dump", url, &["--format=custom", "--file"], file);
    }

    /// Makes a database of what was saved; answers its URL.
    #[allow(dead_code, reason = "not all tests make backups")]
    pub fn restore(&self, file: &Path) -> String {
        let url = self.database();
        self.backup("pg_restore", &url, &[], file);
        url
    }

    /// Stops the server at once, its connections too.
    #[allow(dead_code, reason = "not all tests stop it")]
    pub fn stop(&self) {
        self.say("stop");
    }

    /// Kills the server and all its processes, as a crash does.
    #[allow(dead_code, reason = "not all tests kill it")]
    pub fn kill(&self) {
        self.say("kill");
    }

    /// Starts the server again.
    #[allow(dead_code, reason = "not all tests stop it")]
    pub fn restart(&self) {
        self.say("start");
    }

    /// The folder with the socket.
    #[allow(dead_code, reason = "for those who stand between")]
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// Inserts of one row a second, each committed, by pgbench; into a table `single`.
    #[allow(dead_code, reason = "for those who measure")]
    pub fn pgbench(&self, url: &str, clients: usize, seconds: u64) -> f64 {
        let mut script = tempfile::NamedTempFile::new().unwrap();
        let sql = format!(
            "\\set id random(1, 9000000000000000)\nINSERT INTO single VALUES (:id, now(), '{}');",
            "x".repeat(300)
        );
        script.write_all(sql.as_bytes()).unwrap();
        let (clients, seconds) = (clients.to_string(), seconds.to_string());
        let mut pgbench = Command::new(self.programs.join("pgbench"));
        pgbench.args([
            "--no-vacuum",
            "--protocol=prepared",
            "--jobs=2",
            "--client",
            &clients,
            "--time",
            &seconds,
        ]);
        pgbench.args(["--host", &self.folder, "--username", "tapis", "--file"]).arg(script.path());
        let output = pgbench.arg(url.rsplit('/').next().unwrap()).output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = told.lines().find_map(|line| line.strip_prefix("tps = ")).expect("pgbench says how many");
        line.split(' ').next().unwrap().parse().unwrap()
    }

    /// What a sync of the disk takes, as pg_test_fsync says of fdatasync.
    #[allow(dead_code, reason = "for those who measure")]
    pub fn fsync(&self) -> String {
        let mut test = Command::new(self.programs.join("pg_test_fsync"));
        let output = test.args(["--secs-per-test", "1", "--filename", "/tmp/tapis-fsync"]).output().unwrap();
        let _ = std::fs::remove_file("/tmp/tapis-fsync");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = told.lines().find(|line| line.trim_start().starts_with("fdatasync")).unwrap_or_default();
        line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
    }

    /// Has the script do something, and waits until it is done.
    fn say(&self, word: &str) {
        let mut script = self.script.lock().unwrap();
        writeln!(script.0, "{word}").unwrap();
        let mut line = String::new();
        script.1.read_line(&mut line).unwrap();
        assert_eq!(line.trim(), word, "the server");
    }

    fn backup(&self, program: &str, url: &str, arguments: &[&str], file: &Path) {
        let mut command = Command::new(self.programs.join(program));
        command.args(["--host", &self.folder, "--username", "tapis", "--dbname"]);
        command.arg(url.rsplit('/').next().unwrap()).args(arguments).arg(file);
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn psql(&self, database: &str) -> Command {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1"]);
        psql.args(["--host", &self.folder, "--username", "tapis", "--dbname", database]);
        psql
    }

    fn run(&self, database: &str, sql: &str) -> String {
        let mut psql = self.psql(database);
        let output = psql.args(["--command", sql]).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.script.lock().map(|mut script| writeln!(script.0, "end"));
        let _ = self.child.wait();
    }
}

/// The folder of the newest PostgreSQL.
fn programs() -> PathBuf {
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<_> = debian.map(|version| version.path()).collect();
    // By number, not by letter: 9.6 is older than 15. Releases before 10 have no whole number.
    let number = |folder: &PathBuf| folder.file_name()?.to_str()?.parse::<u32>().ok();
    versions.sort_by_key(number);
    let mut found: Vec<_> = versions.iter().map(|version| version.join("bin")).collect();
    let path = std::env::var_os("PATH").unwrap_or_default();
    found.splice(0..0, std::env::split_paths(&path));
    let newest = found.into_iter().rev().find(|folder| folder.join("initdb").is_file());
    newest.expect("the tests want PostgreSQL; on Debian: apt-get install postgresql")
}
