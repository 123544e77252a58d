"""The printed kit: every box has a label that fits, and is found; every page fits its paper."""

import re
import sys

import pytest

from oxobook.book import MissingExtra, Rules, TooLarge
from oxobook.viewer.classroom.menace.box_finder import finder_rows
from oxobook.viewer.classroom.menace.boxes import COLOURS, colours, kit_for
from oxobook.viewer.classroom.menace.kit import kit_pdf
from oxobook.viewer.classroom.menace.labels import IllegalSize, LabelSize, layout_for
from oxobook.viewer.drawing.pdf import MM, PdfPages
from tests.viewer.classroom.pdf_reader import contents, words

PAGES = {"a4": (595, 842), "letter": (612, 792)}


def drawn(page):
    """Return each drawing command of a page: its operator and its numbers, the first two from the page's corner."""
    x = y = 0.0
    origins = []
    for line in page.splitlines():
        if line == "q":
            origins.append((x, y))
        elif line == "Q":
            x, y = origins.pop()
        for text, operator in re.findall(r"([-\d. ]+) (cm|Tm|m|l|re)\b", re.sub(r"\(.*\)", "", line)):
            numbers = [float(number) for number in text.split()]
            across, up, *others = numbers[-2:] if operator in ("cm", "Tm") else numbers
            if operator == "cm":
                assert numbers[:4] == [1, 0, 0, 1]
                x, y = x + across, y + up
            else:
                yield operator, (x + across, y + up, *others)


def places(page):
    """Return the points of a page: the starts of texts, and the points of lines, circles and rectangles."""
    found = list(drawn(page))
    ends = [(x + one[0], y + one[1]) for operator, (x, y, *one) in found if operator == "re"]
    return [(x, y) for _, (x, y, *_) in found] + ends


@pytest.fixture(scope="module")
def kit(book):
    """The pages of the kit for X on A4."""
    return contents(kit_pdf(kit_for(book, "X"), LabelSize.parse("35x15mm"), "a4"))


@pytest.mark.slow
def test_no_page_has_a_single_label(kit):
    """The first box shares its page with those of the second move."""
    assert next(words(page)[0] for page in kit if words(page)[0].startswith("Labels")) == (
        "Labels for boxes 1 to 13 \\(MENACE's moves 1\\2262\\), 35 x 15 mm"
    )


def test_every_box_has_one_label_and_one_place_in_the_finder(kit):
    """The numbers 1 to 304 stand once in the finder, and once on the labels, beside those of the pages."""
    for title in ("Which box?", "Labels for"):
        numbered = [(number, words(page)) for number, page in enumerate(kit, 1) if words(page)[0].startswith(title)]
        found = [int(word) for _, page in numbered for word in page if word.isdigit()]
        assert sorted(found) == sorted([*range(1, 305), *(number for number, _ in numbered)])


@pytest.mark.parametrize(
    ("beads", "which", "said"),
    [
        ("michie", "choice", ["MENACE won:  put it back, with 3 more of its colour.", "If there is only one move"]),
        ("gardner", "open", ["MENACE won:  put it back.", "A board without a box is lost", "keep the last one out"]),
    ],
)
def test_the_first_page_says_how_to_teach(make_book, beads, which, said):
    """By the rule for the beads, and by the boxes that there are."""
    page, *_ = contents(kit_pdf(kit_for(make_book("2x3x2"), "X", which, beads), LabelSize.parse("35x15mm"), "a4"))
    assert all(one in " ".join(words(page)) for one in said)


def test_the_labels_say_what_goes_into_the_box(kit):
    """A ring for each move that has beads: 12 + 198 + 984 + 526 beads are 3 + 66 + 492 + 526 rings."""
    letters = {colour.letters for colour in COLOURS}
    labels = [page for page in kit if words(page)[0].startswith("Labels")]
    assert sum(word in letters for page in labels for word in words(page)) == 3 + 66 + 492 + 526
    assert [words(page).count("2 of each") for page in labels] == [0, 55, 53, 0, 0, 0]


@pytest.mark.slow
@pytest.mark.parametrize(("side", "text", "paper"), [("O", "5x3.5cm", "letter"), ("X", "35x50mm", "a4")])
def test_every_page_fits_its_paper(make_book, side, text, paper):
    """All that is drawn keeps a margin of 10 mm, whatever the box, the seat and the paper."""
    book = make_book("3x3x3-gravity")
    pages = contents(kit_pdf(kit_for(book, side, beads="scroggs"), LabelSize.parse(text), paper))
    width, height = PAGES[paper]
    assert len(pages) > 5
    for page in pages:
        assert all(10 * MM <= x <= width - 10 * MM and 10 * MM <= y <= height - 10 * MM for x, y in places(page))


def test_the_finder_groups_boxes_by_the_stones_of_o(book):
    """After each frame come just the boxes with its stones of O, and no row is longer than the page."""
    framed = None
    for row in finder_rows(kit_for(book, "X").boxes, 14):
        assert len({place.column for place in row.places}) == len(row.places) and row.places[-1].column < 14
        for place in row.places:
            framed = place.box.position.o if place.framed else framed
            assert place.box.position.o == framed


def test_every_page_of_the_finder_begins_with_a_frame(kit):
    """A group that goes on shows the stones of O again: the first board is in a rectangle of the width of frames."""
    pages = [page for page in kit if words(page)[0].startswith("Which box?")]
    assert len(pages) >= 2
    for page in pages:
        first, second = [numbers for operator, numbers in drawn(page) if operator == "re"][:2]
        assert second[0] < first[0] and second[2] > first[2]


@pytest.mark.parametrize(
    ("text", "beside"), [("35x15mm", True), ("5x3.5cm", True), ("35x50mm", False), ("2.6x1.2cm", True)]
)
def test_board_and_words_share_a_label(text, beside):
    """The words stand beside the board or below it, wherever that leaves the larger board."""
    size = LabelSize.parse(text)
    side, (left, top), (x, y, width, height) = layout_for(Rules(), size)
    assert left >= 0 and top >= 0 and x + width <= size.width and y + height <= size.height
    assert (x >= left + 3 * side) if beside else (y >= top + 3 * side)
    assert side >= 3 * MM


@pytest.mark.parametrize("text", ["35", "35x15", "x15mm", "35x15in", "-3x5mm", "1000x15mm"])
def test_what_is_no_size_is_refused(text):
    """A text that is not a size is refused in one line, with examples."""
    with pytest.raises(IllegalSize, match=r"such as 35x15mm or 3\.5x1\.5cm; got"):
        LabelSize.parse(text)


@pytest.mark.slow
def test_labels_that_cannot_be_read_or_printed_are_refused(book):
    """A label too small for its board, or too large for the paper, is refused."""
    kit = kit_for(book, "X")
    with pytest.raises(IllegalSize, match="at least 3 mm wide; got 10 x 10 mm: choose"):
        kit_pdf(kit, LabelSize.parse("10x10mm"), "a4")
    with pytest.raises(IllegalSize, match="labels that fit on the paper; got 300 x 15 mm"):
        kit_pdf(kit, LabelSize.parse("30x1.5cm"), "a4")


def test_colours():
    """Michie's nine for 3x3x3, in reading order; under gravity one a column; a board with too many is refused."""
    assert [colour.name for colour in colours(Rules()).values()] == (
        ["white", "lilac", "silver", "black", "gold", "green", "amber", "red", "pink"]
    )
    assert len({colour.letters for colour in COLOURS}) == len(COLOURS) == 16
    assert len(set(colours(Rules(4, 5, 4, gravity=True)).values())) == 5
    with pytest.raises(TooLarge, match="at most 16 places to play, a colour of beads for each; 1x20x1 has 20"):
        colours(Rules(1, 20, 1))


def test_the_command_writes_the_kit(run, tmp_path):
    """The same bytes each time; a file that exists is not replaced."""
    file = tmp_path / "kit.pdf"
    asked = ("classroom", "menace", "2x3x2", "--out", str(file))
    assert run(*asked).exit_code == 0
    first = file.read_bytes()
    assert run(*asked).exit_code == 2 and run(*asked, "--force").exit_code == 0
    assert file.read_bytes() == first
    refused = run("classroom", "menace", "--size", "35")
    assert refused.exit_code == 2 and refused.stderr.startswith("oxobook: expected a size")


def test_a_missing_library_names_the_extra(monkeypatch):
    """As for pictures."""
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    with pytest.raises(MissingExtra, match=r"pip install 'oxobook\[draw\]'"):
        PdfPages("a4", "none")
