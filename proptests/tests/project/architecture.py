"""Holds the includes and ARCHITECTURE.md to each other.

architecture.py --build DIRECTORY --ninja NINJA [--write]

Fails if a target includes a file that the table below forbids, by the compiler's own record of each
object (ninja -t deps); if a file includes one of a room that ARCHITECTURE.md lists above its own; if
a room of the sources is not listed; if no target has a file of tests; and if the drawing is not that
of the targets. With --write, the drawing is written.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[3]
DOCUMENT = SOURCE / "ARCHITECTURE.md"
SKIPPED = 77

OURS = ("spec", "reference", "optimized/engine", "optimized/static_shapes", "optimized/verifier",
        "proptests")
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
    "static_shapes": ("boost", "optimized/static_shapes"),
    # The laws never see what they judge.
    "kit": ("proptests",),
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
    "capi": ("fmt", "nlohmann", "spec", "reference", "optimized/engine", "optimized/verifier",
             "proptests"),
    "python": ("proptests",),
    "command": tuple(p for p in PACKAGES if p not in ("CLI", "oneapi", "gtest")) + OURS,
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
           "generators": "cases", "kit": "command"}


def rooms():
    """The folders that ARCHITECTURE.md lists, from the top down."""
    text = DOCUMENT.read_text()
    listed = text[text.index("## Rooms"):text.index("## ", text.index("## Rooms") + 3)]
    return re.findall(r"^- `([^`]+)/`", listed, re.MULTILINE)


def tracked():
    """The C++ files of the sources."""
    folders = ("spec", "reference", "optimized", "proptests", "python", "docs")
    for folder in folders:
        for path in sorted((SOURCE / folder).rglob("*.[chi]*")):
            if path.suffix in (".cpp", ".hpp", ".h"):
                yield path.relative_to(SOURCE).as_posix()


def room_of(file, listed):
    part = re.match(r"proptests/include/bcast/(?:proptests/)?(\w+)\.hpp$", file)
    if part:
        own = [f for f in (SOURCE / "proptests/src").rglob(part[1] + ".cpp")]
        name = HEADERS.get(part[1]) or own[0].parent.name
        return f"proptests/src/{name}"
    return max((room for room in listed if file.startswith(room + "/")), key=len, default=None)


def wrong_arrows():
    """Includes that lead up, and rooms that are not listed."""
    listed, files = rooms(), set(tracked())
    roots = sorted({f[:f.index("include/") + 7] for f in files if "include/bcast/" in f})
    roots += ["proptests/src", "proptests", "docs/src", "optimized/engine/src"]
    wrong = [f"{room}: there is no such folder" for room in listed if not (SOURCE / room).is_dir()]
    for file in sorted(files):
        here = room_of(file, listed)
        if here is None:
            wrong.append(f"{file} is in no room that ARCHITECTURE.md lists")
            continue
        for name in re.findall(r'^#include "([^"]+)"', (SOURCE / file).read_text(), re.MULTILINE):
            places = [os.path.normpath(os.path.join(root, name))
                      for root in (os.path.dirname(file), *roots)]
            there = next((room_of(p, listed) for p in places if p in files), None)
            if there and listed.index(there) < listed.index(here):
                wrong.append(f"{file} includes {name}: {there}/ is listed above {here}/")
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
    drawn = {t.removeprefix("bcast_") for t in targets_drawn(build)}
    wrong |= {f"{t} has no row in ALLOWED" for t in seen & drawn - set(ALLOWED)}
    # Without the build preset `headers`, a library of headers has no object.
    header_only = {"spec", "reference", "spec_reflection", "static_shapes", "kit", "generators"}
    expected = set(ALLOWED) - (set() if "spec" in seen else header_only)
    return sorted(wrong) + [f"no object of {t} was read" for t in expected - seen], objects


TESTS = re.compile(r"/(tests|examples|bench|peers|faults|fuzz|adapters|proofs)\b")
HELPERS = {"bcast_build_options", "bcast_unoptimized", "bcast_rooms", "bcast_command_uses",
           "bcast_command", "bcast_tracer", "bcast_trace"}


def targets(build):
    """Each target with its folder and what it links."""
    for line in (pathlib.Path(build) / "targets.txt").read_text().splitlines():
        target, place, links = line.split("|")
        yield target, place, links.split()


def targets_drawn(build):
    """Those that are libraries and programs of their own, not for a test or a measurement."""
    return [t for t, place, _ in targets(build)
            if not TESTS.search("/" + place) and t not in HELPERS]


def drawing(build):
    """The drawn targets, and what each links, in Mermaid."""
    names, uses, places = {}, {}, {}
    for target, place, links in targets(build):
        uses[target], places[target] = links, place
    packages = {"TBB::tbb": "oneTBB", "rapidcheck": "RapidCheck", "Boost::headers": "Boost.Hana"}
    for target in targets_drawn(build):
        names[target] = target.removeprefix("bcast_")

    def links(target, seen=()):
        found = set()
        for used in uses.get(target, ()):
            if used in names or used in packages:
                found.add(used)
            elif used in HELPERS and used not in seen:
                found |= links(used, (*seen, used))
        return found - {target}

    direct = {t: links(t) for t in names}

    def below(target):
        found = set()
        for used in direct.get(target, ()):
            found |= {used} | below(used)
        return found

    out = ["```mermaid", "flowchart TD"]
    by_place = {}
    for target in names:
        by_place.setdefault(places[target], []).append(target)
    for place, its in sorted(by_place.items()):
        out.append(f'  subgraph {re.sub("[^a-z]", "_", place)}["{place}/"]')
        for t in sorted(its):
            if t in ("bcast", "bcast_docs", "bcast_mutate"):
                out.append(f'    {t}(["{t}"])')
            else:
                out.append(f'    {t}["{names[t]}"]')
        out.append("  end")
    for package, name in packages.items():
        out.append(f'  {name.replace(".", "_")}[/"{name}"/]')
    for target in sorted(direct):
        # An arrow that another way already says is left out.
        indirect = set().union(*(below(u) for u in direct[target])) if direct[target] else set()
        for used in sorted(direct[target] - indirect):
            out.append(f"  {target} --> {packages.get(used, used).replace('.', '_')}")
    return "\n".join([*out, "```"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--ninja", required=True)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()

    text, drawn = DOCUMENT.read_text(), drawing(given.build)
    committed = re.search(r"```mermaid\n.*?```\n", text, re.DOTALL)[0]
    if given.write:
        DOCUMENT.write_text(text.replace(committed, drawn))
        committed = drawn
    wrong, objects = forbidden(given.build, given.ninja)
    wrong += wrong_arrows()
    wrong += unbuilt()
    if committed != drawn:
        wrong.append("the drawing in ARCHITECTURE.md is not that of the targets; to write it, build "
                     "the target architecture_drawing")
    print(*wrong, f"{objects} objects, {len(wrong)} complaints", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
