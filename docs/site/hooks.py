"""What a hand-written page may include, for MkDocs.

A link that stands alone on a line is replaced by what it names, so that the page reads well without MkDocs:
a file of the repository, without its licence line; one in Markdown as it is; a finding or an example by its
tag.
`{{ fact NAME }}` is a count. A tag in backticks becomes a link to its row. An unknown name stops the build.
"""

import json
import pathlib
import re

from mkdocs.exceptions import PluginError

_repository = pathlib.Path(__file__).resolve().parents[2]
_blocks = {}


def on_pre_build(config):
    _blocks.update(json.loads(pathlib.Path(config.docs_dir, "blocks.json").read_text()))


def _block(table, name, page):
    if name not in _blocks[table]:
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
    language = {".py": "python", ".txt": "cmake"}.get(file.suffix, file.suffix[1:])
    text = re.sub(r"\A\W+SPDX-License-Identifier.*\n", "", file.read_text()).rstrip()
    return f'``` {{.{language} title="{name}"}}\n{text}\n```'


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
        r"(?m)^\[([^]]+)\]\(\.\./\.\./(\S+)\)$", lambda m: _included(m[1], m[2], page), markdown
    )
    markdown = re.sub(r"\{\{ fact (\w+) \}\}", lambda m: _block("facts", m[1], page), markdown)
    markdown = markdown.replace("](../../generated/", "](tables/")
    return re.sub(r"`([a-z]\w*(?:@[\d.-]+)?\.[A-Z]\d+)`", _linked, markdown)
