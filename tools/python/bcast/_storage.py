"""Elements in memory, as the pipe sends them. No NumPy needed."""

from __future__ import annotations

import binascii
import ctypes
import struct
from typing import Any, List, Sequence, Tuple, Union

# Name: the format of struct, the letter of __array_interface__, DLPack's code.
TYPES = {
    "bool": ("?", "b", 6),
    "int8": ("b", "i", 0), "int16": ("h", "i", 0), "int32": ("i", "i", 0), "int64": ("q", "i", 0),
    "uint8": ("B", "u", 1), "uint16": ("H", "u", 1), "uint32": ("I", "u", 1),
    "uint64": ("Q", "u", 1),
    "float16": ("e", "f", 2), "float32": ("f", "f", 2), "float64": ("d", "f", 2),
    "bfloat16": ("H", "", 4), "complex64": ("ff", "c", 5), "complex128": ("dd", "c", 5),
}  # fmt: skip
DTYPES = tuple(TYPES)
_SIZES = {name: struct.calcsize("=" + row[0]) for name, row in TYPES.items()}


def _element(value: Any, dtype: str) -> Any:
    """A number as the pipe writes it: text where JSON has no such number."""
    if "complex" in dtype:
        return complex(value)
    if "float" in dtype:
        return float(value)
    return bool(value) if dtype == "bool" else int(value)


def _to_bits(value: Any, dtype: str) -> Tuple[Any, ...]:
    """What struct packs for an element: of a bfloat16, the nearest upper half of a float32."""
    if "complex" in dtype:
        return value.real, value.imag
    if dtype != "bfloat16":
        return (value,)
    try:
        bits: int = struct.unpack("=I", struct.pack("=f", value))[0]
    except OverflowError:
        return (0x7F80 if value > 0 else 0xFF80,)
    return (bits >> 16 | 0x40 if value != value else bits + 0x7FFF + (bits >> 16 & 1) >> 16,)


def of_bits(parts: Tuple[Any, ...], dtype: str) -> Any:
    if dtype == "bfloat16":
        return struct.unpack("=f", struct.pack("=I", parts[0] << 16))[0]
    return complex(*parts) if len(parts) == 2 else parts[0]


class Storage:
    """Memory that several arrays may share: numbers, or their bytes in base64."""

    def __init__(self, dtype: str, values: Union[str, Sequence[Any]]) -> None:
        self.dtype = dtype
        self.format, _, _ = TYPES[dtype]
        self.size = _SIZES[dtype]
        if isinstance(values, str):
            packed = binascii.a2b_base64(values)
            self.count = len(packed) // self.size
        else:
            parts = [part for v in values for part in _to_bits(_element(v, dtype), dtype)]
            packed = struct.pack(f"={len(parts)}{self.format[0]}", *parts)
            self.count = len(values)
        self.bytes = bytearray(packed or b"\0")

    @property
    def address(self) -> int:
        return ctypes.addressof(ctypes.c_char.from_buffer(self.bytes))

    def as_whole_numbers(self) -> Storage:
        """The same memory of bfloat16, as uint16."""
        other = Storage("uint16", "")
        other.bytes, other.count = self.bytes, self.count
        return other

    def base64(self) -> str:
        used = memoryview(self.bytes)[: self.count * self.size]
        return binascii.b2a_base64(used, newline=False).decode("ascii")

    def __getitem__(self, place: int) -> Any:
        parts = struct.unpack_from("=" + self.format, self.bytes, place * self.size)
        return of_bits(parts, self.dtype)

    def __setitem__(self, place: int, value: Any) -> None:
        struct.pack_into("=" + self.format, self.bytes, place * self.size, *_to_bits(value, self.dtype))

    def tolist(self) -> List[Any]:
        used = memoryview(self.bytes)[: self.count * self.size]
        return [of_bits(parts, self.dtype) for parts in struct.iter_unpack("=" + self.format, used)]
