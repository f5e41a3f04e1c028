"""The table in a browser, for this machine alone."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web
from textual_serve.server import Server

_TEMPLATES = Path(__file__).parent / "templates"
"""A page that asks no server but this one, and that takes keys at once."""


class LocalServer(Server):
    """Serves the table to pages of its own, and to no page from elsewhere."""

    def __init__(self, command: str, port: int) -> None:
        super().__init__(
            command, host="localhost", port=port, title="Patience", templates_path=_TEMPLATES
        )

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """The line to the table, refused to a page that another server has sent."""
        if request.headers.get("Origin") != self.public_url:
            raise web.HTTPForbidden(text="The table is for its own page alone.")
        return await super().handle_websocket(request)
