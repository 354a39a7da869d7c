#!/usr/bin/env python3
"""Look for a replay that holds: break a library in some way, and run what `bcast check` prints.

    python3 proptests/assurance/replays/campaign.py --build build/dev --minutes 60

Each run draws a circumstance in which the subject of moody.cpp is wrong, what it does then, and
options of `bcast check`. Every replay of the report is run as a user would, several times. It has
to fail each time, unless the report says that it was not reproduced, or not tried. One that holds
is printed. Where the subject depends on its calls alone, that is an error and the exit status is 1.
Where it depends on the process or on chance, no number of tries excludes it; it is counted.
"""

import argparse
import collections
import ctypes
import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]
HOLDS, FAILED, NO_ANSWER = 0, 1, 3  # exit statuses of `bcast check`
VERDICTS = {HOLDS, FAILED, NO_ANSWER}
LAWS = ["join", "order", "grouping", "itself", "unit", "repeat", "array_api text"]
ANSWERS = {"misjoins", "shortens", "rejects", "declines", "errs", "answers_17", "throws"}
NUMBERS = [1, 2, 3, 4, 5, 7, 8, 16, 30, 64, 200, 1000, 5000]


def words_of(library):
    """The words that MOOD may have, by what they are."""
    moods = ctypes.CDLL(str(library)).moods
    moods.restype = ctypes.c_char_p
    words = collections.defaultdict(list)
    for line in moods().decode().splitlines():
        what, word = line.split()
        words[what].append(word)
    return words


def options(draw, answers):
    """Arguments of a run; in the process of `bcast check` itself only if the subject `answers`."""
    chosen = ["--seed", str(draw.randrange(1 << 32)), "--limit", "1"]
    if draw.random() < 0.6:
        chosen += ["--law", draw.choice(LAWS)]
    else:
        chosen += ["--law", "join", "--law", "repeat"]
    chosen += draw.choice([["--size", "core"], ["--size", "core"], ["--cases", "50"], []])
    chosen += draw.choice([[], [], ["--shrink", "0"], ["--shrink", "0.2"]])
    chosen += draw.choice([[], [], ["--trust"], ["--no-fork"] if answers else []])
    chosen += draw.choice([[], ["--memory", "200M"]])
    return chosen


class Campaign:
    def __init__(self, build, tries):
        self.program = build / "bin/bcast"
        (self.library,) = build.rglob("libbcast_moody.so")
        self.words = words_of(self.library)
        self.tries = tries
        self.counts = collections.Counter()
        self.errors = 0

    def run(self, arguments, mood, timeout):
        """The exit status of `bcast check`; none if it takes longer."""
        environment = {**os.environ, "MOOD": mood}
        environment["PATH"] = f"{self.program.parent}:{environment['PATH']}"
        started = subprocess.Popen(
            arguments, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            return started.wait(timeout)
        except subprocess.TimeoutExpired:
            os.killpg(started.pid, signal.SIGKILL)
            started.wait()
            return None

    def once(self, draw):
        is_of_calls = draw.random() < 0.7
        when = draw.choice(self.words["calls" if is_of_calls else "more"])
        then = draw.choice(self.words["then"])
        mood = f"{when} {draw.choice(NUMBERS)} {then}"
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            command = ["bcast", "check", "--subject", str(self.library), *options(draw, then in ANSWERS)]
            status = self.run([*command, "--json", str(report)], mood, 300)
            self.counts["runs"] += 1
            if status not in VERDICTS:
                self.counts["runs without a verdict"] += 1
                self.errors += 1
                ended = "took 300 s" if status is None else f"ended with {status}"
                print(f"{ended}: MOOD='{mood}' {shlex.join(command)}", flush=True)
            if not report.exists():
                return
            outcomes = json.loads(report.read_text())["outcomes"]
        for outcome in outcomes:
            if "failure" in outcome:
                self.judge(outcome["failure"], mood, is_of_calls, command)

    def judge(self, failure, mood, is_of_calls, command):
        self.counts["failures"] += 1
        if failure["replayed"] != "fails":
            said = "not reproduced" if failure["replayed"] == "lost" else "not tried"
            self.counts[f"said to be {said}"] += 1
            return
        for k in range(self.tries):
            status = self.run(shlex.split(failure["replay"]), mood, 60)
            self.counts["replays"] += 1
            if status == FAILED:
                continue
            kind = "of the calls" if is_of_calls else "of more"
            self.counts[f"replays that held, {kind}"] += 1
            self.errors += is_of_calls
            ended = "took 60 s" if status is None else f"ended with {status}"
            print(
                f"HELD, {kind}: run {k + 1} {ended}, {failure.get('confirmed', 0)} before it failed\n"
                f"  MOOD='{mood}' {shlex.join(command)}\n  MOOD='{mood}' {failure['replay']}",
                flush=True,
            )
            return


def main():
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__)[0])
    parser.add_argument("--build", type=Path, default=SOURCE / "build/dev")
    parser.add_argument("--minutes", type=float, default=60, help="ends after this time")
    parser.add_argument("--runs", type=int, default=sys.maxsize, help="ends after so many runs")
    parser.add_argument("--tries", type=int, default=3, help="how often each replay is run")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    draw = random.Random(given.seed)
    campaign = Campaign(given.build.resolve(), given.tries)
    until = time.monotonic() + 60 * given.minutes
    while time.monotonic() < until and campaign.counts["runs"] < given.runs:
        campaign.once(draw)
    print(", ".join(f"{count} {what}" for what, count in campaign.counts.items()))
    return 1 if campaign.errors else 0


if __name__ == "__main__":
    sys.exit(main())
