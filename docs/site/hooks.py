"""What MkDocs adds to the pages.

In a hand-written page, a link that stands alone on a line is replaced by what it names, so that the page
reads well without MkDocs: a file of the repository, without its licence line; one in Markdown as it is; the
facts about systems as tables; a finding or an example by its tag. `{{ fact NAME }}` is a count. An unknown
name stops the build.

In every page, a tag is a link to its row. The tables' links to files lead to listings of these. There are
pages of the mutants and of the benchmark.
"""

import html
import json
import pathlib
import re

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

_repository = pathlib.Path(__file__).resolve().parents[2]
_data = _repository / "docs/data"
_tag = r"[a-z]\w*(?:@[\d.-]+)?\.[A-Z]\d+"
_blocks = {}
_homes = {}  # the page of each tag's row


def on_files(files, config):
    content = pathlib.Path(config.docs_dir)
    _blocks.update(json.loads((content / "blocks.json").read_text()))
    tables = {path.stem: path.read_text() for path in (content / "tables").glob("*.md")}
    for name in sorted(tables, key=lambda name: (name != "clauses", name)):
        for table in re.findall(r"(?m)^\| tag .*\n(?:\|.*\n)+", tables[name]):
            for tag in re.findall(rf"(?m)^\| `({_tag})` ", table):
                _homes.setdefault(tag, name)
    for path in set(re.findall(r"\]\(\.\./\.\./([^)#]+)", "".join(tables.values()))):
        files.append(File.generated(config, f"source/{_listing(path)}.md", content=_listed(path)))
    for name, text in (("mutants", _mutants()), ("benchmark", _benchmark())):
        files.append(File.generated(config, f"tables/{name}.md", content=text))


def _listing(path):
    return path.replace("/", "-")


def _listed(path):
    text = (_repository / path).read_text()
    head = f"---\nsearch:\n  exclude: true\n---\n# {path}\n\n"
    return f'{head}`````` {{.markdown linenums="1"}}\n{text}``````\n'


def _cell(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_cell, value))
    return "" if value is None else str(value).replace("|", "\\|")


def _table(rows):
    titles = list(dict.fromkeys(title for row in rows for title in row))
    lines = [titles, ["---"] * len(titles), *([_cell(row.get(t)) for t in titles] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) + "\n"


def _mutants():
    rows, classes = (
        _table(json.loads((_data / name).read_text())) for name in ("mutants.json", "bug_classes.json")
    )
    return (f"# Mutants\n\nWrong implementations with one bug each, and what caught them.\n\n{rows}"
            f"## Classes of bugs\n\nThose that `happened` names.\n\n{classes}")  # fmt: skip


def _benchmark():
    out = (
        "# Benchmark\n\nbcast, its peers and the machine's limit, timed in the same rounds. A ratio is "
        "bcast's time over the other's: below 1, bcast is faster. The machines are in `docs/data/bench/`.\n\n"
    )
    runs = {path.stem: json.loads(path.read_text()) for path in sorted((_data / "bench").glob("*.json"))}
    for title, part in (("Means", "means"), ("Workloads", "rows")):
        rows = {}
        for machine, run in runs.items():
            for row in run.get(part, []):
                head = {"row": row["workload"], "workload": row["title"], "type": row["type"],
                        "threads": row["threads"]}  # fmt: skip
                cells = rows.setdefault((head["row"], head["type"], head["threads"]), head)
                seconds = row.get("times", {}).get("bcast")
                cells[f"{machine}: µs"] = f"{seconds * 1e6:.3g}" if seconds else ""
                for other in ("peer", "library", "limit"):
                    to = row[other] or {}
                    ratio = f"{to['ratio']:.2f} {to.get('name', '')}" if to else ""
                    cells[f"{machine}: {other}"] = ratio
        out += f"## {title}\n\n{_table(list(rows.values()))}"
    return out


def _systems():
    """What the kit found in each system: a table of systems, and one of the laws."""
    facts = json.loads((_repository / "proptests/peers/facts/kit.json").read_text())
    facts = [fact for fact in facts if "laws" in fact]  # older ones tell only what deviates
    laws = list(dict.fromkeys(law for fact in facts for law in fact["laws"]))
    systems, held = [], {law: {"law": law} for law in laws}
    for fact in facts:
        found = fact["laws"]
        known = [law for law in laws if found.get(law) == "known"]
        systems.append({"system": fact["peer"], "version": fact["version"], "on": fact["date"],
                        "cases": fact["cases"], "laws that hold": len(found) - len(known),
                        "known deviations": known})  # fmt: skip
        for law in laws:
            held[law][fact["peer"]] = {"holds": "✓", "known": "known"}.get(found.get(law))
    return _table(systems) + _table(list(held.values()))


def _block(table, name, page):
    if name not in _blocks.get(table, {}):
        raise PluginError(f"{page.file.src_path}: there is no '{name}' among the {table}")
    return str(_blocks[table][name])


def _included(name, target, page):
    if target.startswith("generated/"):
        return _block("findings" if target == "generated/findings.md" else "figures", name, page)
    file = _repository / target.removeprefix("../")
    if not file.is_file():
        raise PluginError(f"{page.file.src_path}: there is no file '{name}'")
    if file.suffix == ".md":
        return file.read_text()
    if file.name == "kit.json":
        return _systems()
    language = {".py": "python", ".txt": "cmake"}.get(file.suffix, file.suffix[1:])
    text = re.sub(r"\A\W+SPDX-License-Identifier.*\n", "", file.read_text()).rstrip()
    return f'``` {{.{language} title="{name}"}}\n{text}\n```'


def _to_listing(match):
    line = f"#__codelineno-0-{match[2]}" if match[2] else ""
    return f"](../source/{_listing(match[1])}.html{line})"


def on_page_markdown(markdown, page, **_):
    if "/" in page.file.src_uri:
        page.meta["hide"] = ["toc"]
        if page.file.src_uri.startswith("source/"):
            return markdown
        markdown = re.sub(r"\]\(\.\./\.\./([^)#]+)(?:#L(\d+))?\)", _to_listing, markdown)
        # Python-Markdown has fewer escapes than GitHub.
        return re.sub(r"\\([<~$&])", lambda m: html.escape(m[1]), markdown)
    markdown = re.sub(
        r"(?m)^\[([^]]+)\]\(\.\./\.\./(\S+)\)$", lambda m: _included(m[1], m[2], page), markdown
    )
    markdown = re.sub(r"\{\{ (\w+) (\S+) \}\}", lambda m: _block(m[1] + "s", m[2], page), markdown)
    return markdown.replace("](../../generated/", "](tables/")


def _with_classes(table, home):
    """A class for each column, by its title, and an anchor for each row that is a tag's own."""
    titles = [re.sub("<.*?>", "", t).replace(" ", "_") for t in re.findall(r"<th>(.*?)</th>", table)]

    def row(match):
        names = iter(titles)
        cells = re.sub("<td>", lambda _: f'<td class="{next(names)}">', match[1])
        tag = re.match(rf'\s*<td class="tag"><code>({_tag})</code>', cells)
        anchor = f' id="{tag[1]}"' if tag and _homes.get(tag[1]) == home else ""
        return f"<tr{anchor}>{cells}</tr>"

    return f'<div class="rows">{re.sub("(?s)<tr>(.*?)</tr>", row, table)}</div>'


def _with_links(content, folder):
    pieces, inside = re.split(r"(<[^>]*>)", content), 0
    for k, piece in enumerate(pieces):
        if k % 2:
            if re.match(r"</?(a|pre|svg|h\d|button)\b", piece):
                inside += -1 if piece.startswith("</") else 1
        elif not inside:
            whole = k > 0 and pieces[k - 1].startswith("<code")  # not a tag in a command
            pieces[k] = re.sub(
                rf"^{_tag}$" if whole else rf"\b{_tag}\b",
                lambda m: f'<a class="tag" href="{folder}{_homes[m[0]]}.html#{m[0]}">{m[0]}</a>'
                if m[0] in _homes else m[0],
                piece,
            )  # fmt: skip
    return "".join(pieces)


def on_page_content(content, page, **_):
    folder, _, name = page.file.src_uri.removesuffix(".md").rpartition("/")
    if folder == "source":
        return content
    if folder == "tables":
        content = re.sub("(?s)<table>.*?</table>", lambda m: _with_classes(m[0], name), content)
        content = re.sub("<code>.*?</code>", lambda m: m[0].replace("\\|", "|"), content)
    return _with_links(content, "" if folder == "tables" else "tables/")
