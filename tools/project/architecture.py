"""Holds the includes to the rooms of ARCHITECTURE.md.

architecture.py --build DIRECTORY --ninja NINJA

Fails if a target includes a file that the table ALLOWED forbids, by the compiler's own record of each
object (ninja -t deps); if a file includes one of a room that ROOMS lists above its own; if a room of
the sources is not listed; and if no target has a file of tests.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]

OURS = ("spec", "reference", "optimized/engine", "optimized/verifier", "proptests")
PACKAGES = ("oneapi", "boost", "gtest", "rapidcheck", "nlohmann", "fmt", "CLI")
# What a target may include: packages, and folders with an include root. Every header of TBB includes
# one below oneapi/; clang also records <tbb/tbb.h>, which libstdc++ only tests for existence.
ALLOWED = {
    "spec": (),
    "reference": (),
    "spec_reflection": ("boost", "spec"),
    # The engine and the verifier never see the oracle.
    "verifier": ("spec", "optimized/verifier"),
    "engine": ("spec", "optimized/engine"),
    # The laws never see what they judge.
    "kit": ("spec", "proptests"),
    "generators": ("boost", "fmt", "nlohmann", "rapidcheck", "spec", "proptests"),
    "proptests": ("boost", "fmt", "nlohmann", "rapidcheck", "spec", "reference", "proptests"),
    "answers": ("fmt", "spec", "optimized/verifier", "proptests"),
    "explanation": ("fmt", "nlohmann", "spec", "reference", "optimized/verifier", "proptests"),
    # Pictures, from numbers and texts.
    "drawing": (),
    "findings": ("fmt", "spec", "reference", "optimized/verifier", "proptests"),
    "subjects": ("boost", "spec", "optimized/engine", "optimized/verifier", "proptests"),
    "mutants": ("boost", "spec", "reference", "proptests"),
    "mutate": ("CLI", "fmt", "nlohmann", "spec", "proptests"),
    "bcast": ("fmt", "nlohmann", "spec", "reference", "optimized/engine", "optimized/verifier",
              "proptests"),
    "python": ("spec", "proptests"),
    "command": tuple(p for p in PACKAGES if p not in ("CLI", "oneapi", "gtest"))
    + ("reference", *OURS),
    # The tracer is built before anything else.
    "tracer": (),
    "pages": ("boost", "fmt", "gtest", "nlohmann", "spec", "reference", "proptests"),
}
ALLOWED["docs"] = (*ALLOWED["pages"], "CLI")
ALLOWED["reference"] += ("reference",)
ALLOWED["spec"] += ("spec",)
# A part of a target that may include one more: the end of an object's path.
MORE = {
    "/parallel_tbb.cpp.o": "oneapi",
    "bcast_proptests.dir/src/command/options.cpp.o": "CLI",
    "bcast_command.dir/options.cpp.o": "CLI",
    "proptests/gtest.hpp.cxx.o": "gtest",
}

# The room of a header that is installed, where no source of the same name tells it.
HEADERS = {"command": "command", "failure": "support", "generate": "cases", "gtest": "command",
           "isolate": "isolation", "limits": "process", "pipe": "pipe", "reports": "reports",
           "table": "table", "run": "run", "sources": "cases",
           "generators": "cases", "kit": "command", "check": "command",
           "catch2": "command", "doctest": "command"}


# From the top down: a room uses only the rooms below it.
ROOMS = (
    "docs/tests", "docs/explorer", "docs/src",
    *(f"{room}/tests" for room in ("tools/program", "tools/answers", "tools/explain", "tools/library",
                                   "tools/python", "optimized/engine", "optimized/verifier",
                                   "reference", "spec")),
    "tools/fuzz", "proptests/peers", "proptests/tests", "proptests/mutants", "proptests/examples",
    "proptests/adapters", "reference/proofs", "optimized/bench",
    *(f"tools/{room}" for room in ("program", "library", "python", "findings", "explain", "answers",
                                   "subjects")),
    *(f"proptests/src/{room}" for room in ("command", "vectors", "pipe", "isolation", "table",
                                           "reports", "run", "laws", "oracle", "memory", "mlir",
                                           "cases", "process", "capabilities",
                                           "support")),
    "proptests/include/bcast/kit", "optimized/engine", "optimized/verifier", "reference", "spec",
)


def tracked():
    """The C++ files of the sources."""
    folders = ("spec", "reference", "optimized", "proptests", "tools", "docs")
    for folder in folders:
        for path in sorted((SOURCE / folder).rglob("*.[chi]*")):
            if path.suffix in (".cpp", ".hpp", ".h"):
                yield path.relative_to(SOURCE).as_posix()


def room_of(file):
    part = re.match(r"proptests/include/bcast/(?:proptests/)?(\w+)\.hpp$", file)
    if part:
        own = [f for f in (SOURCE / "proptests/src").rglob(part[1] + ".cpp")]
        name = HEADERS.get(part[1]) or own[0].parent.name
        return f"proptests/src/{name}"
    return max((room for room in ROOMS if file.startswith(room + "/")), key=len, default=None)


def wrong_arrows():
    """Includes that lead up, and rooms that are not listed."""
    files = set(tracked())
    roots = sorted({f[:f.index("include/") + 7] for f in files if "include/bcast/" in f})
    roots += ["proptests/src", "proptests", "tools", "docs/src", "optimized/engine/src"]
    wrong = [f"{room}: there is no such folder" for room in ROOMS if not (SOURCE / room).is_dir()]
    for file in sorted(files):
        here = room_of(file)
        if here is None:
            wrong.append(f"{file} is in no room of ROOMS")
            continue
        for name in re.findall(r'^#include "([^"]+)"', (SOURCE / file).read_text(), re.MULTILINE):
            places = [os.path.normpath(os.path.join(root, name))
                      for root in (os.path.dirname(file), *roots)]
            there = next((room_of(p) for p in places if p in files), None)
            if there and ROOMS.index(there) < ROOMS.index(here):
                wrong.append(f"{file} includes {name}: {there}/ is above {here}/")
    return wrong


def unbuilt():
    """Files of tests that no CMakeLists.txt above them names, by themselves or with their folder."""
    for file in tracked():
        path = pathlib.PurePosixPath(file)
        if not file.endswith("_test.cpp"):
            continue
        listed = ((SOURCE / above / "CMakeLists.txt", path.relative_to(above))
                  for above in path.parents)
        words = set().union(*(re.split(r"[\s()]+", text.read_text()) for text, _ in listed
                              if text.is_file()))
        named = {str(path.relative_to(above)) for above in path.parents}
        named |= {str((path.parent / "*_test.cpp").relative_to(above)) for above in path.parents}
        if not words & named:
            yield f"{file}: no CMakeLists.txt names it"


def forbidden(build, ninja):
    """Includes that a target's row of the table does not allow."""
    record = subprocess.run([ninja, "-C", build, "-t", "deps"], check=True, capture_output=True,
                            text=True).stdout
    named = {re.compile(rf"/{p}/"): p for p in PACKAGES}
    named |= {re.compile(rf"/{folder}/include/"): folder for folder in OURS}
    wrong, objects, seen = set(), 0, set()
    for part in record.split("\n\n"):
        lines = part.strip().splitlines()
        target = lines and re.search(r"CMakeFiles/bcast_([a-z_]+)\.dir/", lines[0])
        if not target:
            continue
        objects += 1
        made = lines[0].split(": #deps")[0]
        name = target[1].removesuffix("_verify_interface_header_sets")
        seen.add(name)
        if name not in ALLOWED:
            continue
        allowed = set(ALLOWED[name]) | {more for end, more in MORE.items() if made.endswith(end)}
        for line in lines[1:]:
            file = os.path.normpath(os.path.join(build, line.strip()))
            for pattern, what in named.items():
                if what not in allowed and pattern.search(file):
                    wrong.add(f"{made} includes {file}")
    # Without the build preset `headers`, a library of headers has no object.
    header_only = {"spec", "reference", "spec_reflection", "kit", "generators"}
    expected = set(ALLOWED) - (set() if "spec" in seen else header_only)
    return sorted(wrong) + [f"no object of {t} was read" for t in expected - seen], objects


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--ninja", required=True)
    given = parser.parse_args()

    wrong, objects = forbidden(given.build, given.ninja)
    wrong += [*wrong_arrows(), *unbuilt()]
    print(*wrong, f"{objects} objects, {len(wrong)} complaints", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
