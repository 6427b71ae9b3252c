"""What is loaded is what was shipped, or a sentence says what is wrong."""

from __future__ import annotations

import json
import shutil
import threading

import numpy as np
import pytest

from nimbus import pair as pair_module
from nimbus.errors import ModelFileError
from nimbus.pair import FOLDER, LARGE, MINI, TOKENIZER, TRIGRAM, load_pair
from nimbus.threads import blas_threads, one_blas_thread
from nimbus.weights import INDEX, Shape, load_weights, quantised, sizes
from tests.nimbus.conftest import random_weights

FILES = (TOKENIZER, LARGE, MINI, TRIGRAM, INDEX)


@pytest.fixture
def folder(tmp_path):
    for name in FILES:
        shutil.copy(FOLDER / name, tmp_path / name)
    return tmp_path


def test_all_files_together_are_small(folder):
    """At most 20 MB."""
    assert sum((folder / name).stat().st_size for name in FILES) <= 20e6


@pytest.mark.parametrize("name", [TOKENIZER, LARGE, MINI, TRIGRAM])
def test_one_changed_byte_is_noticed(folder, name):
    """The sha-256 of each file is verified before it is used."""
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / name).write_bytes(data)
    with pytest.raises(ModelFileError, match="sha-256 must be") as caught:
        load_pair(folder)

    assert caught.value.file == name


@pytest.mark.parametrize("name", [TOKENIZER, LARGE, MINI, TRIGRAM])
def test_a_missing_file_is_named(folder, name):
    """Rather than a trace of the standard library."""
    (folder / name).unlink()
    with pytest.raises(ModelFileError, match="must be readable") as caught:
        load_pair(folder)

    assert caught.value.file == name


def test_a_missing_index_is_named(folder):
    """Without it nothing can be trusted."""
    (folder / INDEX).write_text("{}", "utf-8")
    with pytest.raises(ModelFileError, match="must list the model files"):
        load_pair(folder)


def write(folder, name, arrays):
    np.savez(folder / name, **arrays)
    import hashlib

    digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    (folder / INDEX).write_text(json.dumps({"files": {name: {"sha256": digest}}}), "utf-8")


def test_a_matrix_of_a_wrong_shape_is_named(tmp_path):
    """With the shape it should have."""
    shape = Shape(1, 8, 2, 20, 16)
    arrays = quantised(random_weights(shape, 0))
    arrays["0.up.int8"] = arrays["0.up.int8"][:, :-1]
    write(tmp_path, "x.npz", arrays | {"shape": np.array([1, 8, 2, 20, 16])})
    with pytest.raises(ModelFileError, match=r"0\.up must have shape \(8, 32\)"):
        load_weights(tmp_path, "x.npz")


def test_int8_is_within_half_a_step_and_read_only(tmp_path):
    """The scale of a column is its largest entry over 127."""
    shape = Shape(1, 8, 2, 20, 16)
    weights = random_weights(shape, 0)
    write(tmp_path, "x.npz", quantised(weights) | {"shape": np.array([1, 8, 2, 20, 16])})
    _, loaded = load_weights(tmp_path, "x.npz")
    for key in sizes(shape):
        axis = 1 if key == "embedding" else 0
        step = np.abs(weights[key]).max(axis=axis, keepdims=True) / 127

        assert not loaded[key].flags.writeable
        assert np.all(np.abs(loaded[key] - weights[key]) <= 0.5001 * step)


def test_sessions_that_ask_at_once_share_one_pair(monkeypatch):
    """Loaded once, under a lock."""
    calls = []
    monkeypatch.setattr(pair_module, "load_tokenizer", lambda path: calls.append(path))
    monkeypatch.setattr(pair_module, "Transformer", lambda *a, **k: None)
    monkeypatch.setattr(pair_module, "_load", pair_module.cache(pair_module._load.__wrapped__))
    monkeypatch.setattr(pair_module, "load_weights", lambda folder, name: (None, None))
    monkeypatch.setattr(pair_module, "load_trigram", lambda folder, name: None)
    monkeypatch.setattr(
        pair_module, "Transformer", lambda *shape_and_weights, end=0: shape_and_weights
    )
    found = []
    monkeypatch.setattr(pair_module, "load_tokenizer", lambda path: calls.append(path) or _End())
    threads = [threading.Thread(target=lambda: found.append(load_pair())) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (len(calls), len({id(pair) for pair in found})) == (1, 1)


class _End:
    end = 0


def test_blas_keeps_to_one_thread():
    """Also where numpy was imported long before, as in a Streamlit process."""
    one_blas_thread()

    assert blas_threads() == 1
