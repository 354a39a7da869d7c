"""Runs the hook of .pre-commit-hooks.yaml as a repository with MLIR files does: hook_test.py BCAST"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
BCAST = ""
RIGHT = "%0 = tosa.add %a, %b : (tensor<2xi32>, tensor<1xi32>) -> tensor<2xi32>\n"


class Hook(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "bin").mkdir()
        (self.folder / "bin/bcast").symlink_to(BCAST)
        self.environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
                            "PRE_COMMIT_HOME": f"{self.folder}/cache", "HOME": folder.name}
        # The hook of a release is a commit of a repository; this one has nothing else.
        self.hook = self.repository("hook", {".pre-commit-hooks.yaml":
                                             (SOURCE / ".pre-commit-hooks.yaml").read_text()})

    def git(self, where, *arguments):
        return subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], cwd=where,
                              env=self.environment, check=True, capture_output=True, text=True).stdout.strip()

    def repository(self, name, files):
        where = self.folder / name
        where.mkdir()
        self.git(where, "init", "-q")
        for file, text in files.items():
            (where / file).write_text(text)
        self.git(where, "add", "-A")
        self.git(where, "commit", "-q", "-m", "all")
        return where

    def run_hook(self, name, files):
        commit = self.git(self.hook, "rev-parse", "HEAD")
        config = (f"repos:\n- repo: {self.hook}\n  rev: {commit}\n  hooks:\n  - id: bcast-verify\n")
        where = self.repository(name, {**files, ".pre-commit-config.yaml": config})
        return subprocess.run(["pre-commit", "run", "--all-files"], cwd=where, env=self.environment,
                              capture_output=True, text=True)

    def test_a_wrong_broadcast_stops_the_commit(self):
        run = self.run_hook("wrong", {"a.mlir": RIGHT.replace("1xi32", "3xi32"), "b.txt": "hello\n"})
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn("a.mlir:1:6: error: 'tosa.add' op [mlir.I6]", run.stdout)

    def test_files_without_broadcasts_do_not(self):
        run = self.run_hook("right", {"a.mlir": RIGHT, "b.mlir": "module {}\n"})
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)


if __name__ == "__main__":
    BCAST = sys.argv.pop()
    if not shutil.which("pre-commit") or not shutil.which("git"):
        print("skipped: pre-commit or git is missing")
        sys.exit(77)
    unittest.main()
