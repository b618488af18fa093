"""Sends texts and passcodes by a client of Textbelt that others wrote. Only its address is another."""

import asyncio
import json
import os

from textbelt_utils import (
    AsyncTextbeltClient,
    InvalidRequestError,
    OTPGenerateRequest,
    OTPVerifyRequest,
    SMSRequest,
    TextbeltClient,
)

TextbeltClient.BASE_URL = AsyncTextbeltClient.BASE_URL = os.environ["MESSAGING_URL"]
key = os.environ["MESSAGING_API_KEY"]


def text(phone: str, message: str) -> SMSRequest:
    return SMSRequest(phone=phone, message=message, key=key, sender="Acme Inc.")


def refusal_of(client: TextbeltClient, request: SMSRequest) -> str | None:
    """The name of the error that the client raises."""
    try:
        client.send_sms(request)
        return None
    except InvalidRequestError as error:
        return f"{type(error).__name__}: {error}"


async def verify() -> list[bool]:
    """Guesses the code that the simulated carrier gives a phone of tests, first wrong, then right."""
    async with AsyncTextbeltClient(api_key=key) as client:
        await client.generate_otp(OTPGenerateRequest(phone="+15005550009", userid="user", key=key))
        guesses = [OTPVerifyRequest(otp=otp, userid="user", key=key) for otp in ("000000", "123456")]
        return [(await client.verify_otp(guess)).is_valid_otp for guess in guesses]


client = TextbeltClient(api_key=key)
sent = client.send_sms(text("+12025550123", "Hello"))
print(
    json.dumps(
        {
            "sent": [sent.success, sent.quota_remaining],
            "status": client.check_status(sent.text_id).status in ("SENDING", "SENT", "DELIVERED"),
            "unknown": client.check_status("1").status,
            "refused": refusal_of(client, text("+123", "Hello")) is not None,
            "invalidKey": refusal_of(TextbeltClient(api_key="wrong"), text("+12025550123", "Hello")),
            "codes": asyncio.run(verify()),
        }
    )
)
