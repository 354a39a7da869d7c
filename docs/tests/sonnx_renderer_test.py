"""Renders our requirements by the renderer of SONNX's working group: sonnx_renderer_test.py BCAST_DOCS

BCAST_SONNX_TOOLS names the folder with the group's render_operator.py and operator_spec.md.j2
(safety-related-profile/tools/req_generation in onnx/working-groups). It is run by the Python of the
folder venv/ there, if there is one. Every requirement, constraint, error condition and formula of
our file has to be on the page that it writes.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

SKIPPED = 77
NAME = "sonnx-broadcast.yaml"


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def tools():
    named = os.environ.get("BCAST_SONNX_TOOLS")
    if not named:
        skip("BCAST_SONNX_TOOLS names no folder with the working group's renderer")
    folder = pathlib.Path(named).resolve()
    for name in ("render_operator.py", "operator_spec.md.j2"):
        if not (folder / name).is_file():
            skip(f"{folder} has no {name}")
    return folder


def python_with_packages(folder):
    own = folder / "venv/bin/python"
    if own.exists() and pathlib.Path(sys.prefix) != folder / "venv":
        os.execv(own, [str(own), "-B", *sys.argv])
    try:
        import jinja2  # noqa: F401
        import yaml  # noqa: F401
    except ImportError as e:
        skip(f"{sys.executable} has no {e.name} (the group's requirements.txt)")


def squeezed(text):
    return re.sub(r"\s+", " ", text).strip()


def without_links(text):
    """The text around the links that the renderer makes."""
    return [squeezed(part) for part in re.split(r"\{\{.*?\}\}", text)]


class Page:
    def __init__(self, text):
        self.text = text
        self.anchors = re.findall(r'<a id="(E_\w+)"></a>', text)
        formulas = re.findall(r"^ *\$\$\n(.*?)\n *\$\$$", text, re.DOTALL | re.MULTILINE)
        self.formulas = [squeezed(f) for f in formulas]

    def at(self, req_id):
        """From a requirement's anchor to the next one, or to the next heading."""
        anchor = f'<a id="{req_id}"></a>'
        behind = self.text.split(anchor, 1)[1]
        return squeezed(re.split(r'<a id="E_|^#', behind, flags=re.MULTILINE)[0])


def complaints(document, page):
    variant = document["variants"][0]
    entries = {r["req_id"]: r["text"] for r in variant["function"]["requirements"]}
    shown_by_the_template = {a["name"] for side in document["signature"].values() for a in side}
    for tensor, constraints in variant["constraints"].items():
        if tensor not in shown_by_the_template:
            yield f"the signature has no tensor '{tensor}'"
        entries.update({c["req_id"]: c["statement"] for c in constraints})
    for condition in variant["error_conditions"]:
        entries[re.search(r'<a id="(\w+)">', condition).group(1)] = condition.split("</a>", 1)[1]

    traces = document["trace"]
    if set(entries) != set(traces):
        yield f"with a trace or in the page's parts only: {sorted(set(entries) ^ set(traces))}"
    for name in sorted(entries):
        if page.anchors.count(name) != 1:
            yield f"{name} is {page.anchors.count(name)} times on the page"
            continue
        for part in without_links(entries[name]):
            if part not in page.at(name):
                yield f"{name}: the page does not say '{part}'"
        latex = squeezed(traces[name]["latex"])
        if latex and (latex not in page.formulas or latex not in page.at(name)):
            yield f"{name}: the page has no formula {latex}"
    if len(page.anchors) != len(entries):
        yield f"{len(page.anchors)} anchors for {len(entries)} requirements"
    for link in re.findall(r"\]\(#(E_\w+)\)", page.text):
        if link not in page.anchors:
            yield f"a link leads to {link}, which is not there"


def main(generator):
    folder = tools()
    python_with_packages(folder)
    import yaml

    with tempfile.TemporaryDirectory() as scratch:
        directory = pathlib.Path(scratch)
        subprocess.run([generator, directory], check=True)
        written = directory / "page.md"
        run = subprocess.run(
            [sys.executable, "-B", folder / "render_operator.py", "--metadata", directory / NAME]
            + ["--template", folder / "operator_spec.md.j2", "--output", written],
            capture_output=True,
            text=True,
        )
        if run.returncode:
            print(run.stderr.strip().splitlines()[-1])
            return 1
        page = Page(written.read_text())
        wrong = list(complaints(yaml.safe_load((directory / NAME).read_text()), page))
    if not page.formulas:
        wrong.append("the page has no formula")
    print(*wrong, f"{len(page.anchors)} requirements and {len(page.formulas)} formulas", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
