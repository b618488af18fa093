"""Uses the service through the client of openapi-generator."""

import json
import os
import uuid

import messaging_client as messaging
from webhook import ReplyServer

configuration = messaging.Configuration(
    host=os.environ["MESSAGING_URL"],
    api_key={"ApiKeyHeader": os.environ["MESSAGING_API_KEY"]},
)
client = messaging.ApiClient(configuration)
texts = messaging.MessagingApi(client)
threads = messaging.ThreadsApi(client)
contacts = messaging.ContactsApi(client)
passcodes = messaging.OtpApi(client)

# Send a text, and send it again: the second response is a replay of the first.
text = messaging.SendText(phone_number="+12025550123", message="Your order has shipped.")
key = str(uuid.uuid4())
sent = texts.send_text(text, idempotency_key=key)
again = texts.send_text_with_http_info(text, idempotency_key=key)
replayed = again.headers["X-Idempotency-Replayed"] == "true" and again.data.text_id == sent.text_id

# Receive a reply: in test mode this number answers YES.
replies = ReplyServer(os.environ["MESSAGING_WEBHOOK_SECRET"])
texts.send_text(
    messaging.SendText(phone_number="+15005550006", message="Shall we come?", reply_webhook_url=replies.url)
)
reply = replies.wait()

# Read all threads, page by page.
found = []
cursor = None
while True:
    page = threads.list_threads(per_page=1, cursor=cursor)
    found += page.threads
    cursor = page.next_cursor
    if cursor is None:
        break

# Add a contact by a bare phone, and one by a phone with a label.
ada = contacts.upsert_contact(
    messaging.UpsertContact(name="Ada", phones=[messaging.PhoneOrNumber("+12025550123")])
)
grace = contacts.upsert_contact(
    messaging.UpsertContact(
        name="Grace",
        phones=[messaging.PhoneOrNumber(messaging.ContactPhoneInput(phone_number="+12025550124", label="work"))],
    )
)

# Generate a passcode and verify it: in test mode this number gets the code 123456.
passcodes.generate_otp(messaging.GenerateOtp(phone="+15005550009", recipient_id="user-42"))
verified = passcodes.verify_otp(messaging.VerifyOtp(recipient_id="user-42", otp="123456"))

# Read the code of a refusal.
refusal = None
try:
    texts.send_text(messaging.SendText(phone_number="+12025550", message="Hello"))
except messaging.ApiException as error:
    refusal = error.data.error

print(
    json.dumps(
        {
            "status": sent.status,
            "replayed": replayed,
            "threads": len({thread.id for thread in found}),
            "contacts": len({ada.contact.id, grace.contact.id}),
            "passcode": verified.status,
            "refusal": refusal,
            "reply": reply["text"],
        }
    )
)
