"""Drives a server with the official Python client: client.py URL TOKEN COMMAND [ARGUMENT...]"""

import asyncio
import sys

from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

URL, TOKEN, COMMAND, *ARGUMENTS = sys.argv[1:]
TOOLS = ["memory_search", "memory_get", "memory_save", "memory_recent", "memory_forget"]


async def call(client, name, **arguments):
    result = await client.call_tool(name, arguments)
    assert not result.is_error, result
    return result


async def drive(client, word, own):
    # Who adopts a version without asking for it is told nothing of the server.
    assert client.instructions is None or "memory_search" in client.instructions
    assert [tool.name for tool in (await client.list_tools()).tools] == TOOLS

    saved = await call(client, "memory_save", text=f"The {word} deployment uses port 4711.")
    path = saved.structured_content["path"]
    found = await call(client, "memory_search", query=word)
    assert word in found.content[0].text
    got = await call(client, "memory_get", path=path)
    assert word in got.content[1].text
    await call(client, "memory_recent")

    assert (await client.list_resources()).resources
    read = await client.read_resource(f"palimp://note/{path}")
    assert word in read.contents[0].text

    shown = (await call(client, "memory_forget", target=word)).structured_content
    assert shown["removed"] is False
    gone = await call(client, "memory_forget", target=word, confirm=shown["confirm"])
    if own:
        assert gone.structured_content["removed"] is True
        again = await call(client, "memory_search", query=word)
        assert not any(word in hit["snippet"] for hit in again.structured_content["hits"])
    else:
        # Over HTTP nobody knows who wrote it, and its user is asked.
        assert gone.structured_content["removed"] or gone.structured_content["waits"]

    try:
        await client.read_resource("palimp://note/none.md")
        raise AssertionError("a note that is not there was read")
    except MCPError:
        pass
    assert (await client.call_tool("memory_search", {"query": ""})).is_error


async def main():
    words = iter(f"zanzibar{letter}" for letter in "stuvwxyz")
    for mode in ["legacy", "auto", "2026-07-28"]:
        async with Client(StdioServerParameters(command=COMMAND, args=ARGUMENTS), mode=mode) as client:
            await drive(client, next(words), own=True)
        print(f"ok: Python, {mode}, stdio")
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with create_mcp_http_client(headers=headers) as http:
            transport = streamable_http_client(URL, http_client=http)
            async with Client(transport, mode=mode) as client:
                await drive(client, next(words), own=False)
        print(f"ok: Python, {mode}, HTTP")


asyncio.run(main())
