"""What a page by hand may include from the generator, for MkDocs.

`{{ fact NAME }}` is a count, `{{ figure TAG }}` an example's alignment, `{{ finding TAG }}` a row of
the register; a tag in backticks becomes a link to its row. A name that does not exist ends the
build.
"""

import json
import pathlib
import re

from mkdocs.exceptions import PluginError

_blocks = {}


def on_pre_build(config):
    _blocks.update(json.loads(pathlib.Path(config.docs_dir, "blocks.json").read_text()))


def _included(match, page):
    kind, name = match.groups()
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
        r"\{\{ (fact|figure|finding) ([\w.@]+) \}\}", lambda m: _included(m, page), markdown
    )
    return re.sub(r"`((?:sonnx|array_api|xla|mlir|bcast)\.[A-Z]\d+)`", _linked, markdown)
