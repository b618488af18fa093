"""Receives replies and verifies their signature."""

import queue
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from standardwebhooks import Webhook, WebhookVerificationError


class ReplyServer:
    """Listens on a free port of loopback. Replies whose signature is right go into a queue."""

    def __init__(self, secret: str):
        webhook = Webhook(secret)
        replies: queue.Queue[dict] = queue.Queue()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                try:
                    replies.put(webhook.verify(body, dict(self.headers.items())))
                    self.send_response(204)
                except WebhookVerificationError:
                    self.send_response(401)
                self.end_headers()

            def log_message(self, *_):
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_port}/replies"
        self._replies = replies

    def wait(self, seconds: float = 60) -> dict:
        """Returns the next reply."""
        return self._replies.get(timeout=seconds)
