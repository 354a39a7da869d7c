"""Runs programs of tests once for each mutant and prints what noticed them, as a list in JSON.

    runner.py STAGES KEY...

STAGES is a list in JSON of [program, filter, seconds of the processor]; a mutant that is noticed in
one goes through no other. A test's name, `exit` and a status, `time`, or null.
"""

import json
import os
import re
import resource
import signal
import subprocess
import sys


def run(program, only, seconds, key):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    command = [program, "--gtest_brief=1", "--gtest_fail_fast", "--gtest_filter=" + only]
    try:
        done = subprocess.run(command, capture_output=True, timeout=40 * seconds, preexec_fn=limit,
                              env=dict(os.environ, BCAST_MUTANT=key))
    except subprocess.TimeoutExpired:
        return "time"
    if done.returncode == 0:
        return None
    if done.returncode in (-signal.SIGKILL, -signal.SIGXCPU):
        return "time"
    failed = re.search(rb"\[  FAILED  \] ([\w./]+)", done.stdout)
    return failed.group(1).decode() if failed else f"exit {done.returncode}"


if __name__ == "__main__":
    stages, *keys = json.loads(sys.argv[1]), *sys.argv[2:]
    print(json.dumps([next((why for s in stages if (why := run(*s, key))), None) for key in keys]))
