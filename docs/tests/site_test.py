"""Visits the built site in a headless Chromium, from the file system.

site_test.py SITE

Every page opens without a message on the console, without a request that fails and without one that
leaves the file system, and is as wide as a phone. The search finds. The explorer answers what is
typed.
"""

import argparse
import pathlib
import shutil
import sys
import unittest

SKIPPED = 77
try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sys.exit(print("skipped: playwright is missing (docs/site/requirements.txt)") or SKIPPED)

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}


class Site(unittest.TestCase):
    site: pathlib.Path

    @classmethod
    def setUpClass(cls):
        cls.player = sync_playwright().start()
        cls.browser = cls.player.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.player.stop()

    def setUp(self):
        self.complaints = []
        self.context = self.browser.new_context(viewport=DESK)
        self.page = self.context.new_page()
        self.page.on("console", lambda m: m.type in ("error", "warning") and self.note(m.text))
        self.page.on("pageerror", lambda e: self.note(str(e)))
        self.page.on("requestfailed", self.fails)
        self.page.on("request", self.stays)

    def tearDown(self):
        self.context.close()
        self.assertEqual(self.complaints, [])

    def note(self, what):
        self.complaints.append(f"{self.page.url}: {what}")

    def fails(self, request):
        if request.failure != "net::ERR_ABORTED":  # by leaving the page
            self.note(f"failed: {request.url}")

    def stays(self, request):
        if not request.url.startswith(("file:", "data:", "blob:", "about:")):
            self.note(f"leaves: {request.url}")

    def open(self, address):
        path, hash, state = address.partition("#")
        self.page.goto((self.site / path).as_uri() + hash + state)

    def explore(self, state):
        self.open("explorer.html#" + state)
        self.page.wait_for_selector(".verdict")

    def verdict(self, rule):
        return self.page.locator(f".verdict[data-rule='{rule}']")

    def shape(self, rule):
        """The answer of the group in which a rule is."""
        group = self.page.locator(".group", has=self.verdict(rule))
        return group.locator(".shape").inner_text()

    # Pages

    def test_every_page_opens_quietly(self):
        pages = [p for p in self.site.rglob("*.html") if "api" not in p.relative_to(self.site).parts]
        self.assertGreater(len(pages), 20)
        for page in pages:
            self.page.goto(page.as_uri())

    def test_no_page_is_wider_than_a_phone(self):
        self.page.set_viewport_size(PHONE)
        for page in [*self.site.glob("*.html"), *self.site.glob("tables/*.html")]:
            self.page.goto(page.as_uri())
            wide = self.page.evaluate("document.documentElement.scrollWidth")
            self.assertLessEqual(wide, PHONE["width"], page.name)

    def test_the_search_finds(self):
        self.open("index.html")
        self.page.click(".md-search__input")
        self.page.keyboard.type("maximum")
        result = self.page.wait_for_selector(".md-search-result__item", state="attached")
        self.assertIn("maximum", result.text_content().lower())

    def test_a_tag_leads_to_its_row(self):
        self.open("findings.html")
        self.page.click(".finding a.tag >> nth=0")
        self.page.wait_for_url("**/tables/findings.html#numpy_guide.D1")
        self.assertTrue(self.page.is_visible("[id='numpy_guide.D1']"))

    def test_the_matrix_can_be_filtered(self):
        self.open("tables/matrix.html")
        table = self.page.locator(".rows").first
        self.assertGreater(table.locator("tbody tr:visible").count(), 20)
        self.page.locator("input.filter").first.fill("xla.X11 client")
        self.assertEqual(table.locator("tbody tr:visible").count(), 1)
        self.assertIn("xla_client", table.locator("tbody tr:visible").inner_text())
        self.page.locator("input.filter").first.fill("")
        self.assertGreater(table.locator("tbody tr:visible").count(), 20)

    # The explorer

    def test_typed_shapes_are_answered_by_every_rule(self):
        self.explore("shapes=1+1")
        self.page.fill("[name=shapes]", "8x1x6x1 7x1x5")
        self.assertEqual(self.shape("array_api"), "8x7x6x5")
        self.assertIn("xla.X3", self.verdict("xla").inner_text())
        self.assertGreaterEqual(self.page.locator(".verdict").count(), 8)
        self.assertEqual(self.page.locator(".drawing .stretched").count(), 4)

    def test_a_clash_is_marked(self):
        self.explore("shapes=2x3+4")
        self.assertEqual(self.page.locator(".drawing .clash").count(), 3)
        self.assertIn("operand 0 has 3, operand 1 has 4", self.verdict("array_api").inner_text())

    def test_what_is_left_for_run_time_is_said(self):
        self.explore("shapes=%3Fx3+4x1&result=4x3&rule=sound")
        self.assertIn("dim 0 of operand 0 is 1 or 4", self.page.inner_text(".conditions"))
        self.assertIn("Every legal run time", self.page.inner_text(".declared"))
        self.page.fill("[name=result]", "5x3")
        self.assertIn("No legal run time", self.page.inner_text(".declared"))
        self.page.fill("[name=result]", "")
        self.page.fill("[name=shapes]", "2x3 3")
        self.assertFalse(self.page.is_visible(".before"))

    def test_an_error_names_what_is_wrong(self):
        self.explore("shapes=2+2")
        self.page.fill("[name=shapes]", "2x 3")
        self.assertIn("character 3", self.page.inner_text(".ask .error"))
        self.assertFalse(self.page.is_visible(".answer"))
        self.page.fill("[name=shapes]", "2x1 3")
        self.assertTrue(self.page.is_visible(".answer"))
        self.page.fill("[name=dims]", "x")
        self.assertIn("'x' is not a broadcast dimension", self.page.inner_text(".ask .error"))

    def test_the_cell_under_the_pointer_is_explained(self):
        self.explore("shapes=2x1+3&rule=sonnx")
        self.page.hover(".results figure:first-child button >> nth=5")
        steps = self.page.inner_text(".at")
        self.assertIn("Z1[2,3]", steps)
        self.assertIn("element [1,0] of operand 0", steps)
        self.assertEqual(self.page.locator(".lit").count(), 4)

    def test_the_address_carries_the_state(self):
        self.explore("shapes=1")
        self.page.fill("[name=shapes]", "2x1 3")
        self.verdict("sonnx").click()
        self.page.hover(".results figure:first-child button >> nth=4")
        address = self.page.url
        self.open("index.html")
        self.page.goto(address)
        self.page.wait_for_selector(".at li")
        self.assertEqual(self.page.input_value("[name=shapes]"), "2x1 3")
        self.assertEqual(self.verdict("sonnx").get_attribute("aria-selected"), "true")
        self.assertIn("at [1,1]", self.page.inner_text(".at"))


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("site", type=pathlib.Path)
    given = arguments.parse_args()
    Site.site = given.site.resolve()
    if not (Site.site / "index.html").exists():
        sys.exit(print("skipped: the site is not built (target docs)") or SKIPPED)
    if not shutil.which("chromium"):
        sys.exit(print("skipped: chromium is missing") or SKIPPED)
    unittest.main(argv=[sys.argv[0]])
