"""Changes one place of a source file at a time, and prints the changes that no test notices.

    mutate.py FILE [--lines A-B] [--command 'COMMAND'] [--limit SECONDS]

COMMAND builds and tests, for instance

    cmake --build build/release --target bcast_tests && build/release/bin/bcast_tests --gtest_filter='Sonnx*'

A change is noticed if COMMAND fails or takes longer than the limit. The file is written anew for each
change, and has its own text again at the end. Each change costs a build: name the lines that matter, and
the fewest tests that should notice. The exit status is 1 if a change is not noticed.
"""

import argparse
import pathlib
import re
import subprocess
import sys

COMMAND = ("cmake --build build/release --target bcast_tests && "
           "build/release/bin/bcast_tests --gtest_fail_fast")

# What stands in the code, between which neighbours, and what takes its place.
CHANGES = [
    (r"(?<=[\w)\]] )<(?= [\w(])", ["<=", ">="]),
    (r"(?<= )<=(?= )", ["<", ">"]),
    (r"(?<=[\w)\]] )>(?= [\w(])", [">=", "<="]),
    (r"(?<= )>=(?= )", [">", "<"]),
    (r"(?<= )==(?= )", ["!="]),
    (r"(?<= )!=(?= )", ["=="]),
    (r"(?<= )&&(?= )", ["||"]),
    (r"(?<= )\|\|(?= )", ["&&"]),
    (r"(?<= )\+(?= )", ["-"]),
    (r"(?<= )-(?= )", ["+"]),
    (r"(?<=[\w)\]] )\*(?= )", ["+"]),
    (r"(?<= )/(?= )", ["*"]),
    (r"(?<= )%(?= )", ["/"]),
    (r"(?<= )\+=(?= )", ["-="]),
    (r"(?<= )-=(?= )", ["+="]),
    (r"(?<=[(\s])!(?=[\w(])", [""]),
    (r"(?<=\bif \().+(?=\) )", ["false", "true"]),
    (r"\bany_of\b", ["all_of"]),
    (r"\b(?:all|none)_of\b", ["any_of"]),
    (r"\bstd::min\b", ["std::max"]),
    (r"\bstd::max\b", ["std::min"]),
    (r"\btrue\b", ["false"]),
    (r"\bfalse\b", ["true"]),
    (r"(?<![\w.'])1(?![\w.'])", ["0", "2"]),
    (r"(?<![\w.'])0(?![\w.'])", ["1"]),
    (r"\b(?:continue|break);", [";"]),
    (r"^\s*(?:throw|[\w.]+(?:\(|\.|->| [-+*/]?= )).*;$", [";"]),
]
NO_CODE = re.compile(r'"(?:\\.|[^"\\])*"|//.*')


def changes(text, first, last):
    """(line, before, after, the whole text) of each change, in the order of the lines."""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not first <= number <= last or line.lstrip().startswith(("#", "//", "static_assert", "template")):
            continue
        code = NO_CODE.sub(lambda m: " " * len(m.group()), line)
        for pattern, others in CHANGES:
            for place in re.finditer(pattern, code):
                for other in others:
                    after = line[:place.start()] + other + line[place.end():]
                    if after != line:
                        yield number, line, after, "\n".join([*lines[:number - 1], after, *lines[number:]])


def noticed(command, limit):
    """How the command ended, or none where it passed."""
    try:
        ran = subprocess.run(command, shell=True, timeout=limit, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True)
    except subprocess.TimeoutExpired:
        return "time"
    if ran.returncode == 0:
        return None
    failed = re.search(r"\[  FAILED  \] ([\w./]+)", ran.stdout)
    if failed:
        return failed.group(1)
    return "it does not compile" if "error:" in ran.stdout else f"exit {ran.returncode}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--lines", default="1-1000000", help="the first and the last, as 20-40")
    parser.add_argument("--command", default=COMMAND, help="what builds and tests")
    parser.add_argument("--limit", type=float, default=600, help="seconds for one change")
    arguments = parser.parse_args()
    text = arguments.file.read_text()
    first, _, last = arguments.lines.partition("-")
    if why := noticed(arguments.command, 10 * arguments.limit):
        sys.exit(f"the command fails without a change: {why}")
    left = count = 0
    try:
        for number, before, after, changed in changes(text, int(first), int(last or first)):
            arguments.file.write_text(changed)
            count += 1
            why = noticed(arguments.command, arguments.limit)
            if why is None:
                left += 1
                print(f"{arguments.file}:{number}: no test notices\n- {before}\n+ {after}", flush=True)
            else:
                print(f"{arguments.file}:{number}: {why}", file=sys.stderr, flush=True)
    finally:
        arguments.file.write_text(text)
    print(f"{count - left} of {count} changes are noticed")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
