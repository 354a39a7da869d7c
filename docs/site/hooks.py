"""What a hand-written page may include, for MkDocs.

`{{ fact NAME }}` is a count, `{{ figure TAG }}` an example's alignment, `{{ finding TAG }}` a row of
the register, `{{ source PATH }}` a file of the repository without its licence line, `{{ page PATH }}` a
file that is Markdown itself; a tag in backticks becomes a link to its row. An unknown name stops the
build.
"""

import json
import pathlib
import re

from mkdocs.exceptions import PluginError

_repository = pathlib.Path(__file__).resolve().parents[2]
_blocks = {}


def on_pre_build(config):
    _blocks.update(json.loads(pathlib.Path(config.docs_dir, "blocks.json").read_text()))


def _file(name, page):
    file = _repository / name
    if not file.is_file():
        raise PluginError(f"{page.file.src_path}: there is no file '{name}'")
    return file


def _source(name, page):
    file = _file(name, page)
    language = {".py": "python", ".txt": "cmake"}.get(file.suffix, file.suffix[1:])
    text = re.sub(r"\A\W+SPDX-License-Identifier.*\n", "", file.read_text()).rstrip()
    return f'``` {{.{language} title="{name}"}}\n{text}\n```'


def _included(match, page):
    kind, name = match.groups()
    if kind == "source":
        return _source(name, page)
    if kind == "page":
        return _file(name, page).read_text()
    table = _blocks.get({"fact": "facts", "figure": "figures", "finding": "findings"}[kind], {})
    if name not in table:
        raise PluginError(f"{page.file.src_path}: no {kind} is called '{name}'")
    return str(table[name])


def _linked(match):
    tag = match.group(1)
    page = _blocks["tags"].get(tag)
    if page is None:
        return match.group(0)
    return f'<a class="tag" href="{page}.html#{tag}">{tag}</a>'


def on_page_markdown(markdown, page, **_):
    if "/" in page.file.src_uri:
        return markdown
    markdown = re.sub(
        r"\{\{ (fact|figure|finding|page|source) ([\w.@/-]+) \}\}", lambda m: _included(m, page), markdown
    )
    return re.sub(r"`([a-z]\w*(?:@[\d.-]+)?\.[A-Z]\d+)`", _linked, markdown)
