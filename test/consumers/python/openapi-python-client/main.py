"""Uses the service through the client of openapi-python-client."""

import json
import os
import uuid

from messaging_client import AuthenticatedClient
from messaging_client.api.contacts import upsert_contact
from messaging_client.api.messaging import send_text
from messaging_client.api.otp import generate_otp, verify_otp
from messaging_client.api.threads import list_threads
from messaging_client.models import (
    ContactPhoneInput,
    GenerateOtp,
    Problem,
    SendText,
    UpsertContact,
    VerifyOtp,
)
from messaging_client.types import UNSET
from webhook import ReplyServer

client = AuthenticatedClient(
    base_url=os.environ["MESSAGING_URL"],
    token=os.environ["MESSAGING_API_KEY"],
    auth_header_name="X-API-Key",
    prefix="",
)

# Send a text, and send it again: the second response is a replay of the first.
text = SendText(phone_number="+12025550123", message="Your order has shipped.")
key = str(uuid.uuid4())
sent = send_text.sync(client=client, body=text, idempotency_key=key)
again = send_text.sync_detailed(client=client, body=text, idempotency_key=key)
replayed = again.headers.get("X-Idempotency-Replayed") == "true" and again.parsed.text_id == sent.text_id

# Receive a reply: in test mode this number answers YES.
replies = ReplyServer(os.environ["MESSAGING_WEBHOOK_SECRET"])
send_text.sync(
    client=client,
    body=SendText(phone_number="+15005550006", message="Shall we come?", reply_webhook_url=replies.url),
)
reply = replies.wait()

# Read all threads, page by page.
found = []
cursor = UNSET
while cursor is not None:
    page = list_threads.sync(client=client, per_page=1, cursor=cursor)
    found += page.threads
    cursor = page.next_cursor

# Add a contact by a bare phone, and one by a phone with a label.
ada = upsert_contact.sync(client=client, body=UpsertContact(name="Ada", phones=["+12025550123"]))
work = ContactPhoneInput(phone_number="+12025550124", label="work")
grace = upsert_contact.sync(client=client, body=UpsertContact(name="Grace", phones=[work]))

# Generate a passcode and verify it: in test mode this number gets the code 123456.
generate_otp.sync(client=client, body=GenerateOtp(phone="+15005550009", recipient_id="user-42"))
verified = verify_otp.sync(client=client, body=VerifyOtp(recipient_id="user-42", otp="123456"))

# Read the code of a refusal.
refusal = send_text.sync(client=client, body=SendText(phone_number="+12025550", message="Hello"))

print(
    json.dumps(
        {
            "status": sent.status,
            "replayed": replayed,
            "threads": len({thread.id for thread in found}),
            "contacts": len({ada.contact.id, grace.contact.id}),
            "passcode": verified.status,
            "refusal": refusal.error if isinstance(refusal, Problem) else None,
            "reply": reply["text"],
        }
    )
)
