"""Runs the steps of .github/actions/check as a workflow does: action_test.py BCAST

Without a network: the wheel is made here, and its program is BCAST.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
import zipfile
from pathlib import Path

ACTION = Path(__file__).resolve().parents[2] / ".github/actions/check"
BCAST = ""
LARGER = """\
import json, sys
for line in sys.stdin:
    ask = json.loads(line)
    if ask["ask"] == "caps":
        told = {"bcast": 1, "name": "50%: larger, wrong", "ask": ["broadcast_shapes"],
                "dtypes": [], "ops": []}
    else:
        rank = max(map(len, ask["in"]))
        told = {"ok": [max(s[-k] for s in ask["in"] if len(s) >= k) for k in range(rank, 0, -1)]}
    print(json.dumps({**told, "id": ask["id"]}), flush=True)
"""


def steps():
    """Each step of action.yml: its environment and its command."""
    text = (ACTION / "action.yml").read_text()
    for step in text[text.index("  steps:\n"):].split("    - ")[1:]:
        command = re.search(r"^      run: (.*)$", step, re.MULTILINE)[1]
        yield dict(re.findall(r"^        (BCAST_\w+): (.*)$", step, re.MULTILINE)), command


def defaults():
    text = (ACTION / "action.yml").read_text()
    inputs = text[text.index("inputs:\n"):text.index("outputs:\n")]
    return {name: default.strip('"') for name, default in
            re.findall(r"^  (\w+):\n(?:    .*\n)*?    default: (.*)$", inputs, re.MULTILINE)}


def write_wheel(folder):
    """A wheel whose only content is a program that runs BCAST."""
    path = Path(folder, "bcast-0.0.0-py3-none-any.whl")
    script = f"#!/bin/sh\nWHEEL=1 exec '{BCAST}' \"$@\"\n"
    files = {
        "bcast-0.0.0.data/scripts/bcast": script,
        "bcast-0.0.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: bcast\nVersion: 0.0.0\n",
        "bcast-0.0.0.dist-info/WHEEL":
            "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in [*files, "bcast-0.0.0.dist-info/RECORD"])
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in {**files, "bcast-0.0.0.dist-info/RECORD": record}.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100755 if "scripts" in name else 0o100644) << 16
            wheel.writestr(entry, text)
    return path


class Action(unittest.TestCase):
    def setUp(self):
        root = tempfile.TemporaryDirectory()
        self.addCleanup(root.cleanup)
        self.root = Path(root.name)
        (self.root / "bin").mkdir()
        (self.root / "bin/bcast").symlink_to(BCAST)
        (self.root / "larger.py").write_text(LARGER)

    def run_action(self, **inputs):
        """The exit status and the output; the files that it wrote are in self.root."""
        values = {f"inputs.{name}": str(value) for name, value in {**defaults(), **inputs}.items()}
        values |= {"github.server_url": self.root.as_uri(), "github.action_repository": "a/bcast"}
        output, status = "", 0
        for environment, command in steps():
            self.assertIn("BCAST_ARGS", environment)
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", command],
                cwd=self.root, capture_output=True, text=True,
                env={**os.environ, "GITHUB_ACTION_PATH": str(ACTION),
                     "GITHUB_STEP_SUMMARY": str(self.root / "summary"),
                     "GITHUB_OUTPUT": str(self.root / "output"), "RUNNER_TEMP": str(self.root),
                     "PYTHONDONTWRITEBYTECODE": "1", "PIP_NO_INDEX": "1",
                     "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}",
                     **{name: re.sub(r"\$\{\{ (.*?) \}\}", lambda m: values[m[1]], text)
                        for name, text in environment.items()}})
            output, status = output + done.stdout + done.stderr, done.returncode
        return status, output

    def annotations(self, output):
        return [line for line in output.splitlines() if line.startswith("::error ")]

    def test_what_holds_has_no_annotation(self):
        status, output = self.run_action(args="--law shape --subject engine --size core")
        self.assertEqual((status, self.annotations(output)), (0, []), output)
        self.assertIn("| shape [array_api.A14] | engine | holds | ",
                      (self.root / "summary").read_text())
        self.assertEqual((self.root / "output").read_text(), "junit=bcast-junit.xml\nstatus=0\n")

    def test_each_failure_is_annotated_and_the_status_is_kept(self):
        args = "--exec 'python3 larger.py' --size core --law shape --law 'array_api text'"
        status, output = self.run_action(args=args, junit="report.xml")
        self.assertEqual(status, 1, output)
        found = self.annotations(output)
        self.assertEqual(len(found), 2, output)
        title = "::error title=shape [array_api.A14] 50%25%3A larger%2C wrong%3A got 1; expected 0::"
        self.assertTrue(found[0].startswith(f"{title}FAIL  shape  50%25: larger, wrong  ["), found)
        self.assertIn("%0A  case    0 1%0A", found[0])
        failures = xml.parse(self.root / "report.xml").findall(".//failure")
        self.assertEqual(len(failures), 2)
        text = (self.root / "summary").read_text()
        self.assertIn("| 50%: larger, wrong | **broken**: got 1; expected 0 |", text)
        self.assertIn("\n  case    0 1\n", text)
        self.assertIn("status=1\n", (self.root / "output").read_text())

    def test_the_job_for_gitlab_fails_with_its_report(self):
        text = (ACTION / "README.md").read_text()
        command = re.search(r"^    - (bcast check .*)$", text, re.MULTILINE)[1]
        (self.root / "mine.py").write_text(LARGER)
        (self.root / "known").write_text('bcast-xfail 1\njoin * zero accept "on purpose"\n')
        path = f"{self.root / 'bin'}:{os.environ['PATH']}"
        done = subprocess.run(["sh", "-c", command], cwd=self.root, capture_output=True, text=True,
                              env={**os.environ, "PATH": path})
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        name = re.search(r"junit: (.*)$", text, re.MULTILINE)[1]
        self.assertTrue(xml.parse(self.root / name).findall(".//failure"))

    def test_known_failures_pass(self):
        (self.root / "known").write_text(
            'bcast-xfail 1\njoin * zero strict "wrong on purpose"\n'
            'join * illegal strict "wrong on purpose"\n')
        args = "--exec 'python3 larger.py' --size core --law shape"
        status, output = self.run_action(args=args, xfail="known")
        self.assertEqual((status, self.annotations(output)), (0, []), output)

    def test_bad_arguments_are_annotated(self):
        for args in ["--no-such-option", "--exec 'open"]:
            status, output = self.run_action(args=args)
            self.assertEqual((status, len(self.annotations(output))), (2, 1), output)

    def test_a_report_of_an_earlier_run_is_not_read(self):
        (self.root / "bcast-junit.xml").write_text("<no")
        self.assertEqual(self.run_action(args="--no-such-option")[0], 2)

    def test_a_wheel_is_installed(self):
        wheel = write_wheel(self.root)
        args = "--law shape --subject engine --size core"
        status, output = self.run_action(args=args, wheel=wheel.name)
        self.assertEqual((status, self.annotations(output)), (0, []), output)
        self.assertIn("1 of 1 laws hold", output)
        status, output = self.run_action(args=args, wheel="no-such-1-py3-none-any.whl")
        self.assertEqual((status, len(self.annotations(output))), (2, 1), output)

    def test_a_release_has_the_wheel_and_its_sum(self):
        release = self.root / "a/bcast/releases/download/v0.0.0"
        release.mkdir(parents=True)
        wheel = write_wheel(release)
        listed = hashlib.sha256(wheel.read_bytes()).hexdigest()
        (release / "SHA256SUMS").write_text(f"{'0' * 64}  bcast-0.0.0.tar.gz\n{listed}  {wheel.name}\n")
        args = "--law shape --subject engine --size core"
        self.assertEqual(self.run_action(args=args, version="0.0.0")[0], 0)
        (release / "SHA256SUMS").write_text(f"{'0' * 64}  {wheel.name}\n")
        for version, why in [("0.0.0", "does not have the sum"), ("9.9.9", "No such file")]:
            status, output = self.run_action(args=args, version=version)
            self.assertEqual((status, len(self.annotations(output))), (2, 1), output)
            self.assertIn(why, output)


if __name__ == "__main__":
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        print("skipped: python3-venv is missing")
        sys.exit(77)
    BCAST = sys.argv.pop()
    unittest.main()
