"""Runs .ci/release in a copy of the sources: release_test.py BCAST

BCAST writes the vectors. What has to be compiled is left out; .ci/nightly makes it.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
BCAST = ""
VERSION = re.search(r"^  VERSION ([0-9.]+)$", (SOURCE / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
PEOPLE = {f"GIT_{who}_{what}": "test@localhost" for who in ("AUTHOR", "COMMITTER")
          for what in ("NAME", "EMAIL")}  # fmt: skip
ENVIRONMENT = {**os.environ, **PEOPLE, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}


def run(*command, cwd=SOURCE):
    return subprocess.run(command, cwd=cwd, env=ENVIRONMENT, capture_output=True, text=True)


def sources():
    """The files of the sources: those that are tracked, or all of an archive."""
    listed = run("git", "-c", f"safe.directory={SOURCE}", "ls-files", cwd=SOURCE)
    if listed.returncode == 0:
        return [name for name in listed.stdout.splitlines() if (SOURCE / name).is_file()]
    return [str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*") if path.is_file()
            and path.relative_to(SOURCE).parts[0] not in ("build", ".git", ".cache")]


class Release(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        root = tempfile.TemporaryDirectory()
        cls.addClassCleanup(root.cleanup)
        cls.tree, cls.out = Path(root.name, "tree"), Path(root.name, "out")
        for name in sources():
            to = cls.tree / name
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCE / name, to)
        for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "All of it"]):
            run("git", *command, cwd=cls.tree).check_returncode()

    def tearDown(self):
        for command in (["tag", "-d", f"v{VERSION}", "v9.9.9"], ["clean", "-fdq"]):
            run("git", *command, cwd=self.tree)

    def tracked(self):
        return sorted(run("git", "ls-files", cwd=self.tree).stdout.splitlines())

    def release(self, *arguments):
        return run(".ci/release", *arguments, "--only", "sources,vectors", "--bcast", BCAST, str(self.out),
                   cwd=self.tree)

    def refused(self, why, *arguments):
        done = self.release(*arguments)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", f"release: {why}\n"))

    def test_what_is_refused(self):
        self.refused("HEAD has no tag; --snapshot makes the files of HEAD")
        run("git", "tag", "v9.9.9", cwd=self.tree).check_returncode()
        self.refused(f"the tag v9.9.9 is not v{VERSION}, the project's version")
        (self.tree / "left").write_text("")
        self.refused("the tree has changes that are not committed: ?? left", "--snapshot")

    def test_a_tag_gives_the_files(self):
        run("git", "tag", f"v{VERSION}", cwd=self.tree).check_returncode()
        done = self.release()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        names = sorted(path.name for path in self.out.iterdir())
        self.assertEqual(names, ["SHA256SUMS", f"bcast-{VERSION}.tar.gz", f"bcast-vectors-{VERSION}.tar.gz"])
        sums = dict(reversed(line.split("  ")) for line in
                    (self.out / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(sums, {name: hashlib.sha256((self.out / name).read_bytes()).hexdigest()
                                for name in names[1:]})
        with tarfile.open(self.out / names[1]) as archive:
            self.assertEqual(sorted(member.name.partition("/")[2] for member in archive
                                    if member.isfile()), self.tracked())
        with tarfile.open(self.out / names[2]) as archive:
            inside = {member.name.partition("/")[2] for member in archive}
            self.assertEqual({(m.uid, m.gid, m.mode & 0o22) for m in archive}, {(0, 0, 0)})
        for name in ("vectors.json", "vectors-1.schema.json", "README.md", "readers/read.js"):
            self.assertIn(name, inside)

    def test_a_snapshot_has_the_commit_in_its_names(self):
        done = self.release("--snapshot")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        commit = run("git", "rev-parse", "--short=12", "HEAD", cwd=self.tree).stdout.strip()
        self.assertTrue((self.out / f"bcast-vectors-{VERSION}+{commit}.tar.gz").is_file())


if __name__ == "__main__":
    if shutil.which("git") is None:
        print("skipped: git is missing")
        sys.exit(77)
    BCAST = str(Path(sys.argv.pop()).resolve())
    unittest.main()
