"""Pack bytes the ways that files come packed."""

import bz2
import gzip

import pyarrow as pa


def zstd(data: bytes) -> bytes:
    target = pa.BufferOutputStream()
    with pa.CompressedOutputStream(target, "zstd") as stream:
        stream.write(data)
    return target.getvalue().to_pybytes()


PACKERS = {"gz": gzip.compress, "bz2": bz2.compress, "zst": zstd}
