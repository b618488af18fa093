"""Calls each tool with the client of FastMCP, which raises an error for each result that is one."""

import asyncio
import json
import os
from pathlib import Path

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport

url = os.environ["MESSAGING_URL"] + "/api/mcp"


async def main() -> None:
    version, tools, called = "", [], []
    for call in json.loads(Path("calls.json").read_text()):
        async with Client(StreamableHttpTransport(url, headers={"X-API-Key": call["key"]})) as client:
            version = client.protocol_version
            tools = [tool.name for tool in await client.list_tools()]
            await client.call_tool(call["name"], call["args"])
            called.append(call["name"])
    print(json.dumps({"version": version, "tools": tools, "called": called}))


asyncio.run(main())
