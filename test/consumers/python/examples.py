"""Sends every Python example of the reference through the generated client, and compares it with the curl example."""

import json
import os
import shlex
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import unquote

received = []


class Recorder(BaseHTTPRequestHandler):
    """Records a request and refuses it."""

    def record(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        received.append((self.command, unquote(self.path), json.loads(body or "null")))
        answer = b'{"success": false, "error": "server_error", "message": "Recorded.", "nextStep": "None."}'
        self.send_response(500)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_POST = do_PATCH = do_DELETE = record

    def log_message(self, *_):
        pass


def request_of(curl):
    words = shlex.split(curl)
    after = lambda flag, default: words[words.index(flag) + 1] if flag in words else default
    target = next(word for word in words if word.startswith("{base_url}"))[len("{base_url}") :]
    return after("-X", "GET"), unquote(target), json.loads(after("-d", "null"))


server = HTTPServer(("127.0.0.1", 0), Recorder)
threading.Thread(target=server.serve_forever, daemon=True).start()
os.environ["MESSAGING_API_KEY"] = "mk_example"
with open("examples.json", encoding="utf-8") as file:
    examples = json.load(file)
names = {}
exec(examples["setup"]["python"].replace("{base_url}", f"http://127.0.0.1:{server.server_port}"), names)

for operation, shown in examples["operations"].items():
    for example in shown:
        if "python" not in example:
            continue
        received.clear()
        try:
            exec(example["python"], names)
        except names["messaging"].ApiException:
            pass
        method, target, body = request_of(example["curl"])
        [(sent_method, sent_target, sent_body)] = received
        # The client also sends the defaults of some fields.
        given = {name: (sent_body or {}).get(name) for name in body or {}}
        if (sent_method, sent_target, given) != (method, target, body or {}):
            raise SystemExit(f"{operation}: {received} is not {method} {target} {body}")
