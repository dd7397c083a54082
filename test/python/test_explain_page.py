# test_explain_page.py - what became of a program, as a page
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import re
import shutil
import subprocess
from html import unescape
from html.parser import HTMLParser

import pytest
from test_explain import PARAMETERS, ROW, T, X, train

import neo

pytest.importorskip("neo._core")
from neo.page.graph import layers, read_by
from neo.page.memory import held
from neo.page.report import report
from neo.page.units import in_seconds

VOID = {"meta", "br", "rect", "path", "th", "td", "tr", "li"}


class Tags(HTMLParser):
    """Whether tags close in the order in which they open, and what they have."""

    def __init__(self, text):
        super().__init__()
        self.open, self.found = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "train.html"
    said = neo.explain(train, PARAMETERS, X, T, html=path)
    return said, path


def test_the_page_is_one_file_without_a_script(page):
    text = page[1].read_text()
    tags = Tags(text)
    assert tags.open == []
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in tags.found}
    assert "http" not in text and "url(" not in text and "@import" not in text


def test_every_kernel_has_a_box_and_a_row(page):
    said, path = page
    count = int(re.match(r"train: (\d+) kernels", said)[1])
    found = Tags(path.read_text()).found
    rows = [a["id"] for tag, a in found if tag == "tr" and "id" in a]
    boxes = [a["href"] for tag, a in found if tag == "a"]
    assert rows == [f"p0k{n + 1}" for n in range(count)]
    assert sorted(boxes) == sorted(f"#{row}" for row in rows)


def test_it_says_what_the_text_says(page):
    said, path = page
    text = unescape(path.read_text())
    for part in ("gradient of p['w']: gathered: 2.1 M iterations",
                 "are apart: a contraction keeps tiles, not rows",
                 "neo.mean((y - t) ** 2)", "predicted", "measured",
                 "Memory over time", "assumed, until neo.calibrate"):
        assert part in text
    assert said == neo.explain(train, PARAMETERS, X, T)


def test_kernels_are_measured_one_by_one():
    found = report("train", train.ir(PARAMETERS, X, T))
    assert all(seconds > 0 for seconds in found.measured)
    assert all(0 < seconds < 1 for seconds in found.predicted)
    heaviest = max(range(len(found.kernels)), key=lambda n: found.kernels[n].operations)
    assert found.predicted[heaviest] == max(found.predicted)


def test_a_kernel_stands_below_those_that_it_reads():
    kernels = report("train", train.ir(PARAMETERS, X, T)).kernels
    level = {n: row for row, part in enumerate(layers(kernels)) for n in part}
    assert sorted(level) == list(range(len(kernels)))
    assert all(level[m] < level[n] for n, k in enumerate(kernels) for m in read_by(k))


def test_memory_is_held_until_the_last_reader():
    def chain(x):
        a = neo.sum(x @ x, 0)
        return neo.sum(a @ x)

    found = report("chain", neo.jit(chain).ir(neo.spec((64, 64), "f32")))
    sizes = held(found.kernels)
    assert max(sizes) >= 64 * 4 and sizes[-1] < max(sizes) + 1
    assert found.arena >= max(sizes)


def test_an_expression_has_its_gradients_on_the_page(tmp_path):
    path = tmp_path / "row.html"
    neo.explain(ROW, neo.spec((8,), "f32"), neo.spec((2,), "f32"), html=str(path))
    assert len(re.findall("<h1>", path.read_text())) == 2


def test_loops_are_not_measured_kernel_by_kernel(tmp_path):
    def cell(h, x):
        return neo.tanh(h @ x), h

    path = tmp_path / "loop.html"
    run = neo.jit(lambda h, xs: neo.scan(cell, h, xs))
    neo.explain(run, neo.spec((4,), "f32"), neo.spec((5, 4, 4), "f32"), html=path)
    assert "for it has loops" in path.read_text()


def test_wrong_paths(tmp_path):
    with pytest.raises(neo.UsageError, match="html is a path .*, not a bool"):
        neo.explain(train, PARAMETERS, X, T, html=True)
    with pytest.raises(FileNotFoundError):
        neo.explain(train, PARAMETERS, X, T, html=tmp_path / "none" / "page.html")


@pytest.mark.parametrize("seconds,text", [
    (3.2e-8, "32 ns"), (1.234e-5, "12.3 µs"), (0.9999, "1 s"), (0.25, "250 ms")])
def test_seconds(seconds, text):
    assert in_seconds(seconds) == text


def test_a_browser_shows_it(page, tmp_path):
    browser = next(filter(None, map(shutil.which, (
        "chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        pytest.skip("no browser is installed: apt install chromium")
    image = pytest.importorskip("matplotlib.image", reason="pip install matplotlib")
    shot = tmp_path / "page.png"
    subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
         f"--user-data-dir={tmp_path}", "--window-size=1250,1500",
         f"--screenshot={shot}", page[1].as_uri()],
        check=True, capture_output=True, timeout=120)
    pixels = (image.imread(shot)[..., :3] * 255).round().astype(int)
    assert pixels.shape == (1500, 1250, 3)

    def area(colour):
        wanted = [int(colour[n:n + 2], 16) for n in (0, 2, 4)]
        return int((abs(pixels - wanted).sum(2) < 12).sum())

    # Boxes, bars of both times, and ink; and nothing is drawn beyond the page.
    assert area("f5f7f9") > 20000 and area("d1742c") > 500 and area("9bb4cf") > 500
    assert area("1b1f24") > 2000
    assert (pixels[:, -10:] > 250).all() and (pixels[:, :10] > 250).all()
