"""Arrays that a subject gets, and the elements of arrays that it gives back. No NumPy needed."""

from __future__ import annotations

import ctypes
import importlib
import struct
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

from ._storage import TYPES, Storage, of_bits


class Array:
    """Elements in memory, which NumPy, PyTorch and others read and write without a copy.

    `numpy.asarray(a)` and `xp.from_dlpack(a)` take it; `a[i, j]`, `a.tolist()` and assignment work
    without any package. `strides` and `offset` count elements.
    """

    shape: Tuple[int, ...]
    strides: Tuple[int, ...]
    dtype: str

    def __init__(
        self,
        storage: Storage,
        shape: Sequence[int],
        strides: Optional[Sequence[int]] = None,
        offset: int = 0,
    ) -> None:
        self.storage = storage
        self.dtype = storage.dtype
        self.shape = tuple(shape)
        self.strides = row_major(self.shape) if strides is None else tuple(strides)
        self.offset = offset

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def _place(self, at: Any) -> int:
        index = at if isinstance(at, tuple) else (at,)
        if len(index) != len(self.shape) or any(
            not 0 <= k < n for k, n in zip(index, self.shape)
        ):
            raise IndexError(f"{at} is no element of an array of shape {self.shape}")
        steps = (int(k) * s for k, s in zip(index, self.strides))
        return self.offset + sum(steps)

    def __getitem__(self, at: Any) -> Any:
        return self.storage[self._place(at)]

    def __setitem__(self, at: Any, value: Any) -> None:
        self.storage[self._place(at)] = value

    def places(self) -> Iterator[int]:
        """The position of each element in the storage, in row-major order."""
        return _places(self.shape, self.strides, self.offset)

    def flat(self) -> List[Any]:
        """The elements in row-major order."""
        return [self.storage[place] for place in self.places()]

    def tolist(self) -> Any:
        """The elements as nested lists."""
        elements = iter(self.flat())

        def nested(axis: int) -> Any:
            if axis == len(self.shape):
                return next(elements)
            return [nested(axis + 1) for _ in range(self.shape[axis])]

        return nested(0)

    def __repr__(self) -> str:
        return f"bcast.Array({self.tolist()}, shape={self.shape}, dtype={self.dtype!r})"

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        if self.dtype == "bfloat16":  # which NumPy has by another package: __array__
            raise AttributeError("__array_interface__")
        size = self.storage.size
        return {
            "version": 3,
            "shape": self.shape,
            "typestr": f"={TYPES[self.dtype][1]}{size}".replace("=b", "|b"),
            "data": (self.storage.address + self.offset * size, False),
            "strides": tuple(s * size for s in self.strides),
        }

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        numpy = importlib.import_module("numpy")
        bfloat16 = importlib.import_module("ml_dtypes").bfloat16
        whole = Array(self.storage.as_whole_numbers(), self.shape, self.strides, self.offset)
        view = numpy.asarray(whole).view(bfloat16)
        return view if dtype in (None, bfloat16) and not copy else view.astype(dtype or bfloat16)

    def __dlpack_device__(self) -> Tuple[int, int]:
        return (1, 0)  # the host

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None,
                   copy: Any = None) -> Any:  # fmt: skip
        if copy:
            raise BufferError("bcast.Array does not copy")
        return _capsule(self, max_version is not None and tuple(max_version) >= (1, 0))


def row_major(shape: Sequence[int]) -> Tuple[int, ...]:
    strides: List[int] = []
    step = 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


def _places(shape: Sequence[int], strides: Sequence[int], offset: int) -> Iterator[int]:
    if 0 in shape:
        return
    index = [0] * len(shape)
    while True:
        yield offset + sum(k * s for k, s in zip(index, strides))
        for axis in range(len(shape) - 1, -1, -1):
            index[axis] += 1
            if index[axis] < shape[axis]:
                break
            index[axis] = 0
        else:
            return


# DLPack ------------------------------------------------------------------------------------------


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64),
    ]  # fmt: skip


_DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _DELETER)]


class _Versioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p),
        ("deleter", _DELETER), ("flags", ctypes.c_uint64), ("tensor", _Tensor),
    ]  # fmt: skip


_alive: Dict[int, Any] = {}


def _forget(address: int) -> None:
    _alive.pop(address, None)


_delete = _DELETER(_forget)


def _of_python(name: str, result: Any, *arguments: Any) -> Any:
    """A function of Python's own C interface."""
    return ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))


# As a capsule ends it has no references left, so that only its address may be used.
_is_valid = _of_python("PyCapsule_IsValid", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)
_pointer = _of_python("PyCapsule_GetPointer", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)
_new_capsule = _of_python("PyCapsule_New", ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p,
                          ctypes.c_void_p)  # fmt: skip


def _forget_capsule(capsule: int) -> None:
    """A capsule ends that nobody has taken."""
    for name in (b"dltensor", b"dltensor_versioned"):
        if _is_valid(capsule, name):
            _alive.pop(_pointer(capsule, name), None)


_abandoned = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_forget_capsule)


def _capsule(array: Array, versioned: bool) -> Any:
    n = len(array.shape)
    shape, strides = (ctypes.c_int64 * n)(*array.shape), (ctypes.c_int64 * n)(*array.strides)
    kind, bits = TYPES[array.dtype][2], array.storage.size * 8
    tensor = _Tensor(array.storage.address, 1, 0, n, kind, bits, 1, shape, strides,
                     array.offset * array.storage.size)  # fmt: skip
    managed: Any
    if versioned:
        managed = _Versioned(1, 0, None, _delete, 0, tensor)
    else:
        managed = _Managed(tensor, None, _delete)
    address = ctypes.addressof(managed)
    _alive[address] = (managed, shape, strides, array)
    name = b"dltensor_versioned" if versioned else b"dltensor"
    return _new_capsule(address, name, ctypes.cast(_abandoned, ctypes.c_void_p))


def _from_dlpack(value: Any) -> Tuple[Tuple[int, ...], List[Any]]:
    device = value.__dlpack_device__()
    if int(device[0]) != 1:
        raise TypeError(f"its elements are on a device, {tuple(device)}; give an array on the host")
    capsule = value.__dlpack__()
    t = _Managed.from_address(_pointer(id(capsule), b"dltensor")).tensor
    names = {(code, 8 * struct.calcsize("=" + f)): (f, name)
             for name, (f, _, code) in TYPES.items()}  # fmt: skip
    if (t.code, t.bits) not in names:
        raise TypeError(f"its elements have DLPack's type {t.code} of {t.bits} bits")
    kind, dtype = "=" + names[t.code, t.bits][0], names[t.code, t.bits][1]
    shape = tuple(t.shape[k] for k in range(t.ndim))
    strides = tuple(t.strides[k] for k in range(t.ndim)) if t.strides else row_major(shape)
    first = (t.data or 0) + t.byte_offset
    size = t.bits // 8
    elements = [
        of_bits(struct.unpack(kind, ctypes.string_at(first + place * size, size)), dtype)
        for place in _places(shape, strides, 0)
    ]
    return shape, elements


# What a subject gives back -----------------------------------------------------------------------


def _of_lists(value: Any) -> Tuple[Tuple[int, ...], List[Any]]:
    """The shape and the elements of nested lists."""
    shape: List[int] = []
    level = value
    while isinstance(level, (list, tuple)):
        shape.append(len(level))
        if not level:
            break
        level = level[0]
    elements = [value]
    for size in shape:
        for part in elements:
            if not isinstance(part, (list, tuple)) or len(part) != size:
                raise TypeError("its nested lists have different lengths")
        elements = [item for part in elements for item in part]
    return tuple(shape), elements


def elements_of(value: Any) -> Tuple[Tuple[int, ...], List[Any]]:
    """The shape of an array and its elements in row-major order.

    An array has `.shape` and `.tolist()`, or a buffer, or DLPack, or is nested lists or a number.
    Raises TypeError, which says what is wrong.
    """
    if isinstance(value, Array):
        return value.shape, value.flat()
    if isinstance(value, (bool, int, float, complex, list, tuple)):
        return _of_lists(value)
    if hasattr(value, "shape") and hasattr(value, "tolist"):
        _, elements = _of_lists(value.tolist()) if 0 not in value.shape else ((), [])
        return tuple(int(size) for size in value.shape), elements
    if hasattr(value, "__dlpack__"):
        return _from_dlpack(value)
    try:
        view = memoryview(value)
    except TypeError:
        raise TypeError(
            f"{type(value).__name__} is no array: expected one with .shape and .tolist(), with "
            "DLPack or with a buffer, or nested lists"
        ) from None
    return tuple(view.shape or ()), _of_lists(view.tolist())[1]
