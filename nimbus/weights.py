"""The weights on disk: int8 with one scale a column, and the check that they are the ones meant.

A file is a NumPy archive without pickles. For each matrix `name` it holds `name.int8` and
`name.scale`; the number used is their product, in float32. `models.json` beside it gives the
sha-256 of every file, and nothing is used that differs from it.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimbus.errors import ModelFileError

Matrix = NDArray[np.float32]
INDEX = "models.json"


@dataclass(frozen=True)
class Shape:
    """The sizes of a transformer."""

    layers: int
    width: int
    heads: int
    vocabulary: int
    context: int


def read_index(folder: Path) -> dict[str, Any]:
    """Read what `models.json` says about each file."""
    try:
        index: dict[str, Any] = json.loads((folder / INDEX).read_text("utf-8"))
        return dict(index["files"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelFileError(INDEX, "must list the model files", repr(error)) from None


def verified(folder: Path, name: str) -> bytes:
    """Return a file's bytes, having checked their sha-256 against the index.

    Raises
    ------
    ModelFileError
        If the file is missing, isn't listed or isn't the one that is listed.
    """
    listed = read_index(folder).get(name, {}).get("sha256")
    try:
        data = (folder / name).read_bytes()
    except OSError as error:
        raise ModelFileError(name, "must be readable", error.strerror) from None
    found = hashlib.sha256(data).hexdigest()
    if found != listed:
        raise ModelFileError(name, f"sha-256 must be {listed}", found)
    return data


def archive(data: bytes, name: str) -> dict[str, NDArray[Any]]:
    """Unpack a NumPy archive."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as packed:
            return {key: packed[key] for key in packed.files}
    except (ValueError, OSError, EOFError) as error:
        raise ModelFileError(name, "must be a NumPy archive", repr(error)) from None


def load_weights(folder: Path, name: str) -> tuple[Shape, dict[str, Matrix]]:
    """Read, check and unpack one transformer's weights, as read-only float32.

    Raises
    ------
    ModelFileError
        Naming file, rule and value.
    """
    packed = archive(verified(folder, name), name)
    if "shape" not in packed:
        raise ModelFileError(name, "must hold its shape", sorted(packed)[:3])
    shape = Shape(*(int(size) for size in packed["shape"]))
    weights = {}
    for key, size in sizes(shape).items():
        found = packed.get(f"{key}.int8")
        if found is None or found.shape != size:
            rule = f"{key} must have shape {size}"
            raise ModelFileError(name, rule, None if found is None else found.shape)
        weights[key] = found * packed[f"{key}.scale"].astype(np.float32)
        weights[key].flags.writeable = False
    return shape, weights


def sizes(shape: Shape) -> dict[str, tuple[int, int]]:
    """Return the matrices a shape needs, each (in, out); the embedding is (V, d)."""
    d = shape.width
    named = {"embedding": (shape.vocabulary, d)}
    for layer in range(shape.layers):
        for key, size in (
            ("qkv", (d, 3 * d)),
            ("out", (d, d)),
            ("up", (d, 4 * d)),
            ("down", (4 * d, d)),
        ):
            named[f"{layer}.{key}"] = size
    return named


def quantised(weights: Mapping[str, Matrix]) -> dict[str, NDArray[Any]]:
    """Round matrices to int8: one scale a column; of the embedding, one a row."""
    packed: dict[str, NDArray[Any]] = {}
    for key, matrix in weights.items():
        axis = 1 if key == "embedding" else 0
        scale = np.abs(matrix).max(axis=axis, keepdims=True) / 127
        scale = np.maximum(scale, 1e-8).astype(np.float32)
        packed[f"{key}.int8"] = np.round(matrix / scale).astype(np.int8)
        packed[f"{key}.scale"] = scale
    return packed
