"""Follows every link inside the built site: links_test.py SITE

A target that does not exist, and an anchor that its page does not have, is named with the page that
points to it. The pages of the API reference are followed too.
"""

import collections
import html.parser
import pathlib
import sys
import urllib.parse

SKIPPED = 77


class Page(html.parser.HTMLParser):
    """What a page points to, and what can be pointed to in it."""

    def __init__(self, path):
        super().__init__()
        self.targets = []
        self.anchors = {""}
        self.feed(path.read_text(errors="replace"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            if name in ("href", "src") and value:
                self.targets.append(value)


def broken(site):
    pages = {path: Page(path) for path in site.rglob("*.html")}
    for path, page in pages.items():
        for target in page.targets:
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or target.startswith("//"):
                continue
            leads_to = (path.parent / urllib.parse.unquote(parts.path)).resolve()
            if not parts.path:
                leads_to = path
            anchor = urllib.parse.unquote(parts.fragment)
            if not leads_to.exists():
                yield path, target
            elif leads_to not in pages or "=" in anchor or "api" in path.parts:
                continue  # the explorer's state; Doxygen's anchors inside its own pages
            elif anchor not in pages[leads_to].anchors:
                yield path, target


def main(site):
    if not (site / "index.html").exists():
        print("skipped: the site is not built (target docs)")
        return SKIPPED
    wrong = collections.Counter()
    for path, target in broken(site):
        wrong[f"{path.relative_to(site)}: {target}"] += 1
    for line in wrong:
        print(line)
    print(f"{len(wrong)} dead links")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
