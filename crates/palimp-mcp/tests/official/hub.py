"""Has the official Python client sign in to a hub that it knows nothing of but its address: hub.py URL"""

import asyncio
import sys
import urllib.error
import urllib.request
from urllib.parse import parse_qs, urlsplit

from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

URL = sys.argv[1]
BACK = "http://127.0.0.1:1/callback"


class Stay(urllib.request.HTTPRedirectHandler):
    """Goes where it is sent no further than to the provider."""

    def redirect_request(self, *_):
        return None


class Person:
    """Somebody at a browser, who is sent to her provider and comes back with a code."""

    tokens = client = back = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client

    async def sent(self, address):
        try:
            urllib.request.build_opener(Stay).open(address)
        except urllib.error.HTTPError as answer:
            self.back = parse_qs(urlsplit(answer.headers["location"]).query)

    async def returned(self):
        said = {name: values[0] for name, values in self.back.items()}
        return AuthorizationCodeResult(**said)


async def main():
    for mode in ["legacy", "auto", "2026-07-28"]:
        person = Person()
        metadata = OAuthClientMetadata(
            client_name="palimp-official-test",
            redirect_uris=[BACK],
            grant_types=["authorization_code"],
            response_types=["code"],
            token_endpoint_auth_method="none",
        )
        auth = OAuthClientProvider(URL, metadata, person, person.sent, person.returned)
        async with create_mcp_http_client(auth=auth) as http:
            transport = streamable_http_client(URL, http_client=http)
            async with Client(transport, mode=mode) as client:
                names = [tool.name for tool in (await client.list_tools()).tools]
                assert names == ["memory_search", "memory_get", "memory_recent", "memory_propose"], names
                found = await client.call_tool("memory_search", {"query": "when do we deploy"})
                assert "Tuesday" in found.structured_content["hits"][0]["snippet"], found
        assert person.tokens is not None
        print(f"ok: Python signs in and searches, {mode}")


asyncio.run(main())
