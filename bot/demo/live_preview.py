"""simcord's Preview, made to follow a bot that moves on its own.

The Preview of simcord 3.2.1 is made for one person who looks at a bot at rest. A card table is not at rest:
computers move while somebody aims at a button. Eight things differ here, each in the narrowest place:

- Whatever touches the simulated world takes turns under one lock (`LivePreview.turn`): overlaps are refused.
- A click names the publication of the page it was made on, and is refused when the page was published since.
  Such a click is let through (`_action`): message and component id say what is meant, and are still checked.
- A click that the bot is not through with after a moment counts as failed, and the page then refuses all
  others until it is published again. Here it counts as made, for it has reached the bot.
- A page opens on the newest message, not on the one that was newest when the server started.
- Every person has an address of their own; simcord's page always opens as the first one (`_PeopleServer`).
- Every picture is looked at by a process of its own before it is served, which takes a second a picture. The
  emojis are our own card pictures, and are served as they are (`_prepare_asset`).
- The list of all messages stays empty: it is out of sight, and takes as long to make as the page.
- The page gets a script and a style sheet of ours (`page.js`, `page.css`): quick clicks wait instead of being
  dropped, and countdowns run.

It overrides methods that are not public, hence the exact version of simcord in pyproject.toml.
"""

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Self

from aiohttp import web
from simcord import ChannelHandle, Env, MemberActor, SetupError
from simcord.preview import Preview
from simcord.preview._server import PreviewServer

_HERE = Path(__file__).parent
_ARRIVED: dict[str, Any] = {
    "settlement": "settled",
    "acknowledgement": "acknowledged",
    "uncertain": False,
    "diagnostics": [],
}
_NO_MESSAGE = "0"
"""The id that the list of messages is searched for."""
_CAPABILITY = "X-Simcord-Capability"
_OURS = '<link rel="stylesheet" href="/demo.css"><script type="module" src="/demo.js"></script>'
_INDEX_CHANGES = {
    "<title>SimCord Preview</title>": "<title>Yaniv demo</title>",
    "</head>": f"{_OURS}</head>",
    'aria-hidden="true">S</span>': 'aria-hidden="true">Y</span>',
    "<strong>SimCord</strong><small>Preview</small>": "<strong>Yaniv</strong><small>demo</small>",
}


class LivePreview(Preview):
    """A Preview of one channel whose pages stay usable while the bot works.

    Enter it within a running `env`. Whoever advances time or publishes holds `turn` meanwhile.
    """

    def __init__(
        self,
        env: Env,
        channel: ChannelHandle,
        people: Sequence[MemberActor],
        *,
        assets: Mapping[str, tuple[str, bytes]],
        port: int,
    ) -> None:
        super().__init__(
            env,
            channel,
            tuple(people),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone=_local_timezone(),
            presentation_time=None,
            assets=assets,
            port=port,
        )
        self.turn = asyncio.Lock()
        self._keys = {secrets.token_urlsafe(16): person for person in people}
        self._server = _PeopleServer(self, port)

    def address(self, person: MemberActor) -> str:
        """Return the address of the page that `person` opens; whoever knows it acts as them."""
        key = next(key for key, known in self._keys.items() if known.id == person.id)
        return f"http://127.0.0.1:{self._server.port}/#{key}"

    def person_of(self, key: str | None) -> MemberActor | None:
        """Return whose address holds `key`, or None."""
        return self._keys.get(key or "")

    def open_page(self, person: MemberActor) -> dict[str, Any]:
        """Open one more page as `person`, and return what it shows first.

        Raise simcord's SetupError when there are too many (16 at a time).
        """
        return self._page_payload(self._open_page(person.id))

    def publish(self) -> None:
        """Show every open page what the channel holds now, without waiting for the bot to come to rest."""
        for page in self._pages.values():
            page.navigation_query = _NO_MESSAGE
        self._advance_presentation_time()
        self._publish_message_pages(reason="refresh")

    async def __aenter__(self) -> Self:
        """Start serving; raise OSError when the port cannot be had."""
        try:
            await super().__aenter__()
        except SetupError as error:
            raise (error.__cause__ if isinstance(error.__cause__, OSError) else error) from None
        if self._python is not None:
            self._python.target_id = None
            self._python.window_end_id = None
        return self

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self.turn:
            result = await super()._action(context_id, self._brought_up_to_date(context_id, body))
            page = self._pages.get(context_id or "")
            if page is not None and page.status == "stale":
                if (
                    result["settlement"] == "timeout"
                    and result["dispatched"]
                    and page.last_action is not None
                ):
                    page.last_action.update(_ARRIVED)
                    result.update(_ARRIVED)
                self.publish()
            return result

    async def _prepare_asset(
        self,
        context_id: str | None,
        asset_id: str,
        *,
        download: bool = False,
        capture: bool = False,
        poster: bool = False,
        media_time: float | None = None,
    ) -> tuple[str, bytes, str]:
        _, asset, _ = self._authorized_asset(context_id, asset_id)
        is_card = asset.source is not None and asset.source[0] == "emoji"
        return await super()._prepare_asset(
            context_id,
            asset_id,
            download=download or is_card,
            capture=capture,
            poster=poster,
            media_time=media_time,
        )

    def _brought_up_to_date(self, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        page = self._pages.get(context_id or "")
        revision = body.get("published_revision")
        if page is None or not isinstance(revision, int) or revision >= page.revision:
            return body
        return {**body, "published_revision": page.revision}


class _PeopleServer(PreviewServer):
    """The Preview's server, with a secret a person in place of the one secret of the session."""

    preview: LivePreview

    _STATIC_FILES: ClassVar[dict[str, str]] = {
        **PreviewServer._STATIC_FILES,  # noqa: SLF001 — simcord has no public place to add a file
        "/demo.js": str(_HERE / "page.js"),
        "/demo.css": str(_HERE / "page.css"),
    }
    _STATIC_CONTENT_TYPES: ClassVar[dict[str, str]] = {
        **PreviewServer._STATIC_CONTENT_TYPES,  # noqa: SLF001 — as above
        str(_HERE / "page.css"): "text/css",
    }

    def _authorized(self, request: web.Request, *, context: str | None = None) -> bool:
        if self.preview.person_of(request.headers.get(_CAPABILITY)) is None:
            return False
        headers = {**request.headers, _CAPABILITY: self.preview.capability}
        return super()._authorized(request.clone(headers=headers), context=context)

    async def _pages(self, request: web.Request) -> web.Response:
        person = self.preview.person_of(request.headers.get(_CAPABILITY))
        if person is None or not self._authorized(request):
            raise web.HTTPUnauthorized
        try:
            first = self.preview.open_page(person)
        except SetupError as error:
            raise web.HTTPServiceUnavailable(text=str(error)) from error
        return web.json_response(first, headers=self._SECURITY_HEADERS)

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        if request.path == "/":
            page = response.text or ""
            for old, new in _INDEX_CHANGES.items():
                page = page.replace(old, new)
            response.text = page
        return response


def _local_timezone() -> str:
    """Name the zone of this machine's clock; UTC where it is not a whole number of hours away."""
    offset = datetime.now(UTC).astimezone().utcoffset()
    hours, rest = divmod(offset.total_seconds() if offset else 0, 3600)
    return f"Etc/GMT{-int(hours):+d}" if hours and not rest else "UTC"
