"""The program under test: its commands, and the service for a while."""

import contextlib
import json
import os
import subprocess
import urllib.parse
import urllib.request

SECONDS = 60
ADMIN = "the-administrator-outside"


def tapis(folder, *arguments):
    """Runs a command in a folder; answers what it printed."""
    command = [os.environ["TAPIS"], *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(arguments)}: {done.stderr}")
    return done.stdout


@contextlib.contextmanager
def service(folder, database, *more):
    """The base address of a service on a database, with further arguments."""
    arguments = ["--database", f"sqlite:{database}", "--new-secret", "--port", "0", "--log", "error"]
    arguments += ["--rate-requests", "0", "--admin-token", ADMIN, *more]
    process = subprocess.Popen([os.environ["TAPIS"], *arguments], cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        first = process.stdout.readline()
        if not first.startswith("listening on "):
            raise AssertionError(f"the service says {first!r}")
        yield first.removeprefix("listening on ").strip()
    finally:
        process.terminate()
        process.wait(SECONDS)
        process.stdout.close()


def who(path):
    """The administrator, where nobody else may ask."""
    return {"Authorization": f"Bearer {ADMIN}"} if path.startswith("/v1/experiments") else {}


def read(base, path, **query):
    """The answer at a path, open."""
    request = urllib.request.Request(f"{base}{path}?{urllib.parse.urlencode(query)}", headers=who(path))
    return urllib.request.urlopen(request, timeout=SECONDS)


def get(base, path, **query):
    """The JSON document at a path."""
    with read(base, path, **query) as answer:
        return json.load(answer)


def post(base, path, body):
    """The JSON document that a request is answered with."""
    headers = {"Content-Type": "application/json", **who(path)}
    request = urllib.request.Request(base + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        return json.load(answer)
