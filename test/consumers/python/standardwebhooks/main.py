"""Receives events at an endpoint, and verifies them with the endpoint's secret."""

import json
import os
import queue
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks import Webhook, WebhookVerificationError

posts: queue.Queue[tuple[bytes, dict]] = queue.Queue()


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        posts.put((body, dict(self.headers.items())))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def call(method: str, path: str, body: dict | None = None) -> dict:
    """Calls an operation, and returns its answer."""
    request = urllib.request.Request(os.environ["MESSAGING_URL"] + path, method=method)
    request.add_header("X-API-Key", os.environ["MESSAGING_API_KEY"])
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def is_signed(webhook: Webhook, body: bytes, headers: dict) -> bool:
    """Whether the signature belongs to the body."""
    try:
        webhook.verify(body, headers)
        return True
    except WebhookVerificationError:
        return False


server = HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}/events"
endpoint = call("POST", "/api/webhook-endpoints", {"url": url})["webhookEndpoint"]
path = f"/api/webhook-endpoints/{endpoint['id']}"
webhook = Webhook(call("GET", f"{path}/secret")["secret"])

# Ask for a test, then cause an event.
call("POST", f"{path}/test")
received = [posts.get(timeout=60)]
call("POST", "/api/text", {"phone_number": "+12025550123", "message": "Hello"})
received.append(posts.get(timeout=60))
events = [webhook.verify(body, headers) for body, headers in received]
body, headers = received[0]

print(
    json.dumps(
        {
            "types": [event["type"] for event in events],
            "acceptsForged": is_signed(webhook, body + b" ", headers),
        }
    )
)
