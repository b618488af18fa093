"""An SMSC made of the package smpp34, which nobody here wrote.

It takes texts, sends a receipt for each that asks for one, and writes what it sees as lines of JSON. A text to a number that
ends with 58 is throttled. Each text with "echo" in it is answered: by one text, or by two parts with headers if it says
"echo long".
"""
import asyncio
import json
import sys

import smpp34

INTERNATIONAL = {"source_addr_ton": 1, "source_addr_npi": 1, "dest_addr_ton": 1, "dest_addr_npi": 1}


def tell(**seen):
    print(json.dumps(seen), flush=True)


async def deliver(esme, event, text, **more):
    answer = await esme.deliver_sm(
        event.source_addr, text, source_addr=event.destination_addr, **INTERNATIONAL, **more
    )
    tell(kind="answered", status=answer.command_status)


async def answer(esme, event, id):
    if event.registered_delivery:
        receipt = f"id:{id} sub:001 dlvrd:001 submit date:2611262200 done date:2611262201 stat:DELIVRD err:000 text:"
        await deliver(esme, event, receipt.encode(), esm_class=0x04)
    if b"echo long" in event.short_message:
        for number, text in ((2, "right"), (1, "left and ")):
            header = bytes([5, 0, 3, 42, 2, number])
            await deliver(esme, event, header + text.encode("utf-16-be"), esm_class=0x40, data_coding=8)
    elif b"echo" in event.short_message:
        await deliver(esme, event, "dzień dobry".encode("utf-16-be"), data_coding=8)


async def main():
    server = smpp34.Server("127.0.0.1", int(sys.argv[1]), system_id="smpp34")
    await server.start()
    tell(kind="ready")
    esmes, tasks, count = {}, set(), 0
    while True:
        event = await server.next()
        if isinstance(event, smpp34.Esme):
            esmes[event.session_id] = event
            tell(kind="bound", system=event.system_id, receives=event.can_receive)
        elif isinstance(event, smpp34.SubmitSmEvent):
            if event.destination_addr.endswith("58"):
                event.reject(smpp34.ESME_RTHROTTLED)
                continue
            count += 1
            tell(
                kind="text",
                to=event.destination_addr,
                coding=event.data_coding,
                header=event.short_message[:6].hex() if event.esm_class & 0x40 else "",
                text=(event.short_message[6:] if event.esm_class & 0x40 else event.short_message).hex(),
                payload=[tlv.value.hex() for tlv in event.tlvs if tlv.tag == smpp34.TLV_MESSAGE_PAYLOAD],
            )
            event.accept(f"id-{count}")
            esme = esmes[event.session_id]
            if esme.can_receive:
                tasks.add(asyncio.create_task(answer(esme, event, f"id-{count}")))


asyncio.run(main())
