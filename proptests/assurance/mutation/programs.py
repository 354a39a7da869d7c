"""The programs of tests, linked again with the objects that see mutated files."""

import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import mutants

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDERS = ("spec", "reference", "optimized", "proptests/src")
INCLUDES = ("spec/include", "reference/include", "optimized/engine/include",
            "optimized/engine/src", "optimized/static_shapes/include", "optimized/verifier/include",
            "optimized/verifier/src", "proptests/src")


def including(root):
    return [f"-I{root / d}" for d in INCLUDES]


@functools.cache
def real(path):
    """The build may know a checkout by a symbolic link, ROOT does not."""
    return os.path.realpath(path)


class Program:
    """A program of tests of an existing build, and its own copy of what is mutated."""

    def __init__(self, name, build, work, wrapper):
        self.name, self.build, self.work, self.wrapper = name, build, work, wrapper
        self.path = work / name
        lines = self.ninja("-t", "commands", name).splitlines()
        self.link = next(c for c in reversed(lines) if f" -o bin/{name} " in c)
        self.compile = {m.group(1): c for c in lines
                        if (m := re.search(r" -o (\S+\.o) -c \S+$", c))}

    def ninja(self, *arguments):
        return subprocess.run(["ninja", "-C", str(self.build), *arguments], check=True,
                              capture_output=True, text=True).stdout

    @functools.cached_property
    def included(self):
        """The files that each object is made of."""
        return {made: {real(self.build / line.strip())
                       for line in self.ninja("-t", "deps", made).splitlines()[1:]}
                for made in self.compile}

    def source(self, made):
        return self.compile[made].rsplit(" ", 1)[1]

    def seeing(self, names):
        """The objects that include one of the files, or are made of it."""
        wanted = {str(ROOT / n) for n in names}
        for made, seen in self.included.items():
            if not seen or seen & wanted:  # what ninja knows nothing of may see them
                yield made

    def copy_of(self, source):
        """The file that is compiled instead of a source: a copy, if there is one. A unity file names its
        parts by their whole paths, so its copy names the copies."""
        copy = self.work / os.path.relpath(real(source), ROOT)
        if "/Unity/" not in source:
            return copy if copy.exists() else source
        parts = re.compile(rf'#include "{re.escape(str(ROOT))}/({"|".join(FOLDERS)})/')
        text = parts.sub(rf'#include "{self.work}/\1/', pathlib.Path(source).read_text())
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text)
        return copy

    def command(self, made, what):
        """The compiler's command for an object, with the mutated files in front."""
        source = self.source(made)
        includes = " ".join([f"-I{self.work}", *including(self.work)])
        compiler, rest = re.match(r"((?:\S*ccache )?\S+) (.*)", self.compile[made]).groups()
        compiler = compiler.split()[-1]
        rest = re.sub(r" -(MD|MT \S+|MF \S+|Werror|Winvalid-pch|O[23]|g)(?= )", "", rest)
        rest = re.sub(r" -include \S+cmake_pch\.hxx", "", rest)
        rest = rest.replace(f" -o {made} -c {source}", "")
        return f"{compiler} {includes} {rest} -w {what} {self.copy_of(source)}"

    def run_compiler(self, made, what):
        return subprocess.run([*self.wrapper, "sh", "-c", self.command(made, what)], cwd=self.build,
                              capture_output=True, text=True)

    def make(self, made):
        # A mutant that is chosen when the program runs cannot fail an assertion of the compiler.
        (self.work / made).parent.mkdir(parents=True, exist_ok=True)
        return self.run_compiler(made, f"'-Dstatic_assert(...)=' -O1 -o {self.work / made} -c")

    def linked(self, objects):
        """The program's own objects come first: of a function that several objects have, the linker takes
        the first. An object linked before a library replaces the library's own, and comes after all of
        the program's, so that what a program of tests puts in its place is taken."""
        own = [made for made in objects if f" {made} " in self.link]
        link = self.link
        for made in own:
            link = link.replace(f" {made} ", " ")
        in_front = "".join(f" {self.work / made}" for made in own)
        behind = "".join(f" {self.work / made}" for made in objects if made not in own)
        output = f" -o bin/{self.name} "
        link = link.replace(output, f"{behind} -Wl,--allow-multiple-definition -o {self.path} ")
        link = re.sub(r"(?= \S+\.(?:o|a) )", lambda _: in_front, link, count=1)
        subprocess.run([*self.wrapper, "sh", "-c", link], check=True, cwd=self.build,
                       capture_output=True)


def run(wrapper, stages, keys):
    """What noticed each of the mutants in (program, filter, seconds), or none."""
    runner = pathlib.Path(__file__).parent / "runner.py"
    command = [*wrapper, sys.executable, "-B", str(runner),
               json.dumps([(str(p.path), only, seconds) for p, only, seconds in stages])]
    done = subprocess.run([*command, *map(str, keys)], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def copied(work):
    """A directory for the mutants, with the files as they are."""
    shutil.rmtree(work, ignore_errors=True)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, work / folder)
    (work / "bcast_mutation.hpp").write_text(mutants.SWITCH)
