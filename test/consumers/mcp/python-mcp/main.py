"""Calls each tool with the client of the package mcp."""

import asyncio
import json
import os
from pathlib import Path

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

url = os.environ["MESSAGING_URL"] + "/api/mcp"


async def main() -> None:
    version, tools, called = "", [], []
    for call in json.loads(Path("calls.json").read_text()):
        async with httpx2.AsyncClient(headers={"X-API-Key": call["key"]}) as http_client:
            async with Client(streamable_http_client(url, http_client=http_client)) as client:
                version = client.protocol_version
                tools = [tool.name for tool in (await client.list_tools()).tools]
                result = await client.call_tool(call["name"], call["args"])
                if result.is_error:
                    raise RuntimeError(result)
                called.append(call["name"])
    print(json.dumps({"version": version, "tools": tools, "called": called}))


asyncio.run(main())
