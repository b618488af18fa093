"""Uses the service through the client of Twilio. Only its address is another."""

import json
import os
import queue
import threading
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qsl

from twilio.base.exceptions import TwilioRestException
from twilio.request_validator import RequestValidator
from twilio.rest import Client

account_sid = os.environ["MESSAGING_ACCOUNT_SID"]
service_sid = account_sid.replace("AC", "VA")


def client_of(token: str, url: str = os.environ["MESSAGING_URL"]) -> Client:
    client = Client(account_sid, token)
    client.api.base_url = client.verify.base_url = url
    return client


def refusal_of(call) -> str | None:
    """The status and the code of the error that the client raises."""
    try:
        call()
        return None
    except TwilioRestException as error:
        return f"{error.status} {error.code}"


class Handler(BaseHTTPRequestHandler):
    """Keeps the fields and the signature of each post."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        posts.put((dict(parse_qsl(body, keep_blank_values=True)), self.headers["X-Twilio-Signature"]))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


posts: queue.Queue = queue.Queue()
receiver = HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=receiver.serve_forever, daemon=True).start()

client = client_of(os.environ["MESSAGING_AUTH_TOKEN"])
number = os.environ["MESSAGING_NUMBER"]
phone = "+12025550123"

texts = [client.messages.create(to=phone, from_=number, body=f"Text {count} 🎉") for count in range(5)]
first = client.messages(texts[0].sid).fetch()

# Read the texts page by page.
found = []
pages = 0
page = client.messages.page(to=phone, page_size=2)
while page is not None:
    pages += 1
    found += [text.sid for text in page]
    page = page.next_page()
now = datetime.now(timezone.utc)
hour = timedelta(hours=1)
dated = client.messages.list(to=phone, date_sent_after=now - hour, date_sent_before=now + hour)

# Send a text later, and cancel it.
waiting = client.messages.create(
    to="+12025550124",
    body="Later",
    messaging_service_sid=account_sid.replace("AC", "MG"),
    schedule_type="fixed",
    send_at=now + hour,
)
fetched = client.messages(waiting.sid).fetch()
canceled = client.messages(waiting.sid).update(status="canceled")

numbers = client.incoming_phone_numbers.list()
account = client.api.v2010.accounts(account_sid).fetch()

# Verify the phone of tests whose code is known: first a wrong guess, then the right one.
verify = client.verify.v2.services(service_sid)
started = verify.verifications.create(to="+15005550009", channel="sms")
wrong = verify.verification_checks.create(to="+15005550009", code="000000")
right = verify.verification_checks.create(verification_sid=started.sid, code="123456")

# Verify the status that is posted, and one whose status was changed.
callback = f"http://127.0.0.1:{receiver.server_port}/statuses?order=7"
reported = client.messages.create(to="+12025550125", from_=number, body="Tell me", status_callback=callback)
fields, signature = posts.get(timeout=60)
validator = RequestValidator(os.environ["MESSAGING_AUTH_TOKEN"])

live = client_of(os.environ["MESSAGING_LIVE_TOKEN"], os.environ["MESSAGING_LIVE_URL"])
create = client.messages.create
refusals = {
    "recipient": refusal_of(lambda: create(to="+1202555", from_=number, body="Hello")),
    "body": refusal_of(lambda: create(to=phone, from_=number, body=" ")),
    "optedOut": refusal_of(lambda: create(to="+15005550004", from_=number, body="Hello")),
    "unknown": refusal_of(lambda: client.messages("SM" + "0" * 32).fetch()),
    "token": refusal_of(lambda: client_of("0" * 32).api.v2010.accounts(account_sid).fetch()),
    "channel": refusal_of(lambda: verify.verifications.create(to=phone, channel="call")),
    "guess": refusal_of(lambda: verify.verification_checks.create(to="+15005550009", code="123456")),
    "carrier": refusal_of(lambda: live.messages.create(to=phone, from_=number, body="Hello")),
}
print(
    json.dumps(
        {
            "sent": [first.direction, first.num_segments, first.from_ == number, first.body],
            "listed": [pages, found == [text.sid for text in reversed(texts)]],
            "dated": len(dated),
            "scheduled": [waiting.status, fetched.status, canceled.status],
            "numbers": [each.phone_number == number for each in numbers],
            "account": [account.status, account.type],
            "verification": [started.status, wrong.status, right.status],
            "posted": [
                fields["MessageSid"] == reported.sid,
                validator.validate(callback, fields, signature),
                validator.validate(callback, {**fields, "MessageStatus": "failed"}, signature),
            ],
            "refusals": refusals,
        }
    )
)
