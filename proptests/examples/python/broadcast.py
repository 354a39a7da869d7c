"""libbcast from Python, by ctypes: broadcast.py <libbcast.so> <rule> <shape>... , as in
`broadcast.py libbcast.so mlir 8x?x6 7x1`."""
import ctypes
import sys

UNKNOWN = -(2**63)
I64s = ctypes.POINTER(ctypes.c_int64)


class Dims(ctypes.Structure):
    _fields_ = [("rank", ctypes.c_int32), ("size", I64s), ("symbol", I64s), ("upper", I64s)]


class Out(ctypes.Structure):
    _fields_ = [("capacity", ctypes.c_int32)] + Dims._fields_


class Reason(ctypes.Structure):
    _fields_ = [("axis", ctypes.c_int32), ("operands", ctypes.c_int32 * 2),
                ("tag", ctypes.c_char * 48), ("text", ctypes.c_char * 208)]


def broadcast_shapes(library, rule, shapes):
    """The shape to which shapes broadcast, None for a size that is not known."""
    sizes = [(ctypes.c_int64 * len(s))(*(UNKNOWN if n is None else n for n in s)) for s in shapes]
    operands = (Dims * len(shapes))(*(Dims(len(s), s) for s in sizes))
    room, why = (ctypes.c_int64 * 64)(), Reason()
    result = Out(64, 0, room)
    status = library.bcast_broadcast_shapes(rule.encode(), len(shapes), operands, None,
                                            ctypes.byref(result), ctypes.byref(why))
    if status != 0:
        raise ValueError(f"[{why.tag.decode()}] axis {why.axis}: {why.text.decode()}")
    return tuple(None if n == UNKNOWN else n for n in room[:result.rank])


if __name__ == "__main__":
    shapes = [[None if n == "?" else int(n) for n in word.split("x")] for word in sys.argv[3:]]
    print(broadcast_shapes(ctypes.CDLL(sys.argv[1]), sys.argv[2], shapes))
