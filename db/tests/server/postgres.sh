# A PostgreSQL server in a folder of its own, spoken to through a socket there. Prints the folder once the server answers; then
# does what standard input says, a word a line: stop, kill, start; each is printed when it is done. The server ends, and its
# folder goes, at the end of standard input: when whoever started this does, however that ends.
#   sh postgres.sh <folder of the programs> [settings of the server …]
set -eu
programs=$1
shift
folder=$(mktemp -d "${TMPDIR:-/tmp}/tapis-postgres.XXXXXX")
server=
launch() {
    # In a group of its own, so that all its processes can be killed at once.
    setsid "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c max_connections=400 "$@" \
        >>"$folder/log" 2>&1 </dev/null &
    server=$!
}
start() {
    launch "$@"
    tries=0
    until "$programs/pg_isready" --quiet --host "$folder"; do
        tries=$((tries + 1))
        if [ "$tries" -gt 300 ]; then
            cat "$folder/log" >&2
            exit 1
        fi
        sleep 0.1
        # Beside processes of a server that was killed, which may be there for a moment longer, none starts.
        kill -0 "$server" 2>/dev/null || launch "$@"
    done
}
stop() {
    [ -z "$server" ] || kill "-$1" "$2$server" 2>/dev/null || true
    [ -z "$server" ] || wait "$server" 2>/dev/null || true
    server=
}
trap 'stop INT ""; rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
"$programs/initdb" --pgdata "$folder/data" --username tapis --auth trust --encoding UTF8 --no-locale --no-sync \
    >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
start "$@"
echo "$folder"
while read -r word; do
    case $word in
    stop) stop QUIT "" ;;
    kill) stop KILL - ;;
    start) start "$@" ;;
    *) exit 0 ;;
    esac
    echo "$word"
done
