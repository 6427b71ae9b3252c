"""The server asks no other host, not even for its own address."""

from __future__ import annotations

import importlib.util

import pytest
import requests
from streamlit import net_util
from streamlit.web.server import server_util

from serving import alone

STRANGER = "https://elsewhere.example"


@pytest.fixture
def asked(monkeypatch) -> list[str]:
    """What is asked of other hosts, by Streamlit as it comes; no answer arrives."""
    urls: list[str] = []

    def get(url: str, **_: object) -> None:
        urls.append(url)
        raise requests.ConnectionError

    named = importlib.util.spec_from_file_location("as_it_comes", net_util.__file__)
    as_it_comes = importlib.util.module_from_spec(named)
    named.loader.exec_module(as_it_comes)
    monkeypatch.setattr(requests, "get", get)
    monkeypatch.setattr(net_util, "get_external_ip", as_it_comes.get_external_ip)
    return urls


def test_a_strangers_websocket_is_refused_without_a_question(asked) -> None:
    """Its Origin is none of ours; no host hears of it."""
    alone.install()

    assert server_util.is_url_from_allowed_origins(STRANGER) is False
    assert asked == []


def test_streamlit_by_itself_would_ask(asked) -> None:
    """Two hosts, for each such websocket. When this fails, see whether alone.py is still needed."""
    refused = [server_util.is_url_from_allowed_origins(STRANGER) for _ in range(2)]

    assert refused == [False, False]
    assert len(asked) == 4
