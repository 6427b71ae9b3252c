"""One learner as Streamlit's own page would be one: joins over the websocket, changes, waits.

What the browser of Streamlit 1.67 does is done here too: it sends the state of every widget it has
changed, the query that the app last wrote, and the hashes of the big messages it already holds.
`tests/deploy/test_load_client.py` runs it against a real server, so that a new version of Streamlit
which speaks otherwise is told at once.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlparse

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

PATIENCE = 120.0  # seconds: what is answered later counts as not answered
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class NotLoopbackError(ValueError):
    """An address that is not on this machine: a load test of others is an attack."""


def loopback(url: str) -> str:
    """Return the address if it is on this machine, or raise `NotLoopbackError`."""
    if urlparse(url).hostname not in LOOPBACK:
        raise NotLoopbackError(f"{url}: only this machine is tested ({', '.join(LOOPBACK)})")
    return url.rstrip("/")


@dataclass
class Element:
    """What stands on the page: its message, and the fragment that draws it."""

    kind: str
    message: Any
    fragment: str

    @property
    def id(self) -> str:
        """Streamlit's name of the widget."""
        return str(self.message.id)


@dataclass
class Learner:
    """One session.

    Attributes
    ----------
    joined : float
        Seconds from the first packet to the end of the first run.
    took : list of float
        Seconds from each change to the end of the run that answers it.
    """

    url: str  # of the process, with its base path
    page: str  # as in the address; "" is the landing page
    query: str = ""
    number: int = 0
    widgets: dict[str, Element] = field(default_factory=dict)
    joined: float | None = None
    took: list[float] = field(default_factory=list)
    exceptions: list[str] = field(default_factory=list)
    received: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(self.number)
        self._states: dict[str, WidgetState] = {}
        self._before: dict[str, Element] = {}
        self._held: dict[str, ForwardMsg] = {}
        self._script = ""
        self._ends: asyncio.Queue[float | None] = asyncio.Queue()

    # --- the connection ---

    async def join(self) -> None:
        """Connect, run the page for the first time, and go on listening."""
        began = time.perf_counter()
        address = urlparse(loopback(self.url))
        self._socket = await websockets.connect(
            f"ws://{address.netloc}{address.path}/_stcore/stream",
            subprotocols=["streamlit"],
            origin=f"http://{address.netloc}",
            max_size=None,
            open_timeout=120,
            ping_interval=None,
            compression=None,
        )
        self._listener = asyncio.create_task(self._listen())
        await self._socket.send(self._rerun())
        self.joined = await self._answer() - began

    async def change(self, state: WidgetState | None, fragment: str = "") -> float:
        """Send a change as a widget would, and wait for the run that answers it.

        Returns
        -------
        Seconds.
        """
        if state is not None and not _is_trigger(state):
            self._states[state.id] = state
        began = time.perf_counter()
        await self._socket.send(self._rerun(state, fragment))
        self.took.append(await self._answer() - began)
        return self.took[-1]

    async def leave(self) -> None:
        """Close the connection."""
        if hasattr(self, "_listener"):
            self._listener.cancel()
            await self._socket.close()

    # --- what is sent ---

    def _rerun(self, state: WidgetState | None = None, fragment: str = "") -> bytes:
        message = BackMsg()
        rerun = message.rerun_script
        rerun.query_string = self.query
        rerun.page_script_hash = self._script
        if not self._script:
            rerun.page_name = self.page
        rerun.fragment_id = fragment
        rerun.context_info.timezone, rerun.context_info.locale = "UTC", "en-US"
        rerun.context_info.url = f"{self.url}/{self.page}"
        rerun.cached_message_hashes.extend(self._held)
        shown = {widget.id for widget in self.widgets.values()}
        kept = [one for name, one in self._states.items() if name in shown]
        pressed = [state] if state is not None and _is_trigger(state) else []
        rerun.widget_states.widgets.extend([*kept, *pressed])
        return message.SerializeToString()

    # --- what is received ---

    async def _listen(self) -> None:
        try:
            async for raw in self._socket:
                self.received += len(raw)
                self._take(ForwardMsg.FromString(raw))
        except (websockets.ConnectionClosed, OSError):
            pass
        finally:  # whatever happened, nobody waits for what can't come any more
            self._ends.put_nowait(None)

    def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._script = message.new_session.page_script_hash
            self._before = dict(self.widgets)
            if not message.metadata.run.fragment_ids:
                self.widgets.clear()
        elif kind == "navigation":
            self._script = message.navigation.page_script_hash
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "ref_hash":
            self._draw(self._held[message.ref_hash])
        elif kind == "delta":
            if message.metadata.cacheable and message.hash:
                self._held[message.hash] = message
            self._draw(message)
        elif kind == "script_finished":
            if message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                self.widgets = {**self._before, **self.widgets}  # what wasn't drawn again stays
            else:
                self._ends.put_nowait(time.perf_counter())

    def _draw(self, message: ForwardMsg) -> None:
        delta = message.delta
        if delta.WhichOneof("type") != "new_element":
            return
        kind = delta.new_element.WhichOneof("type")
        drawn = getattr(delta.new_element, kind)
        if kind == "exception":
            self.exceptions.append(f"{drawn.type}: {drawn.message}"[:200])
        elif getattr(drawn, "id", ""):
            element = Element(kind, drawn, delta.fragment_id)
            self.widgets[name_of(element)] = element

    async def _answer(self) -> float:
        ended = await asyncio.wait_for(self._ends.get(), PATIENCE)
        if ended is None:
            raise ConnectionError(f"session {self.number}: the server closed the connection")
        return ended


def name_of(element: Element) -> str:
    """Return the key that the app gave a widget: it stands at the end of Streamlit's id."""
    return element.id.split("-", 2)[-1]


def _is_trigger(state: WidgetState) -> bool:
    return state.WhichOneof("value") in ("trigger_value", "json_trigger_value")


# --- the states a widget can be set to -------------------------------------------------------


def pressed(button: Element) -> WidgetState:
    """Press a button."""
    return WidgetState(id=button.id, trigger_value=True)


def slid(slider: Element, chance: random.Random) -> WidgetState:
    """Move a slider to another place."""
    shape = slider.message
    steps = round((shape.max - shape.min) / (shape.step or 1))
    state = WidgetState(id=slider.id)
    value = shape.min + (shape.step or 1) * chance.randint(0, steps)
    state.double_array_value.data.append(round(value, 6))
    return state


def chosen(group: Element, chance: random.Random) -> WidgetState:
    """Pick one of a row of options, or of a list."""
    state = WidgetState(id=group.id)
    options = [getattr(option, "content", option) for option in group.message.options]
    if group.kind == "button_group":
        state.string_array_value.data.append(chance.choice(options))
    else:
        state.string_value = chance.choice(options)
    return state


def data_of(component: Element) -> dict[str, Any]:
    """Return what the app gave a component."""
    message = component.message
    held: dict[str, Any] = json.loads(
        message.mixed.json if message.HasField("mixed") else message.json
    )
    return held


def reported(component: Element, **states: object) -> WidgetState:
    """Let a component report its state, as its JavaScript would."""
    return WidgetState(id=component.id, json_value=json.dumps(states))
