"""The printed kit: every box has a label that fits, and is found; every page fits its paper."""

import re

import pytest

from oxobook.book import Rules, TooLarge
from oxobook.viewer.classroom.menace.box_finder import finder_data
from oxobook.viewer.classroom.menace.boxes import COLOURS, colours, kit_for
from oxobook.viewer.classroom.menace.kit import menace_part
from oxobook.viewer.classroom.menace.labels import IllegalSize, LabelSize, layout_for
from oxobook.viewer.papers.paper import Paper
from oxobook.viewer.pictures.drawing.paper import MM, PAPERS
from oxobook.viewer.words.english import English
from tests.viewer.classroom.pdf_reader import pages_of


def printed(kit, size="35x15mm", paper="a4"):
    """The pages of a kit."""
    part = menace_part(kit, LabelSize.parse(size), paper, "en")
    return pages_of(Paper("MENACE", paper, English(), [part]).pdf())


@pytest.fixture(scope="module")
def kit(book):
    """The pages of the kit for X on A4."""
    return printed(kit_for(book, "X"))


def test_every_box_has_one_label_and_one_place_in_the_finder(kit):
    """The numbers 1 to 304 stand once in the finder, and once on the labels."""
    finder, labels = (
        "".join(page.text for page in kit if page.text.startswith(title)) for title in ("Which", "Labels")
    )
    rows = re.findall(r"^[\d ]+\r?$", finder, re.MULTILINE)
    for numbers in (" ".join(rows).split(), re.findall(r"(\d+)\s+move \d", labels)):
        assert sorted(map(int, numbers)) == [*range(1, 305)]


@pytest.mark.parametrize(
    ("beads", "which", "said"),
    [
        ("michie", "choice", ["MENACE won: put it back, with 3 more of its colour.", "If there is only one move"]),
        ("gardner", "open", ["MENACE won: put it back.", "A board without a box is lost", "keep the last one out"]),
    ],
)
def test_the_first_page_says_how_to_teach(make_book, beads, which, said):
    """By the rule for the beads, and by the boxes that there are."""
    page, *_ = printed(kit_for(make_book("2x3x2"), "X", which, beads))
    assert all(one in " ".join(page.text.split()) for one in said)


def test_the_labels_say_what_goes_into_the_box(kit):
    """A ring for each move that has beads: 12 + 198 + 984 + 526 beads are 3 + 66 + 492 + 526 rings."""
    letters = {colour.letters for colour in COLOURS}
    labels = [page for page in kit if page.lines[0].startswith("Labels")]
    assert sum(word in letters for page in labels for word in page.text.split()) == 3 + 66 + 492 + 526
    assert [page.text.count("2 of each") for page in labels] == [67, 41, 0, 0]


@pytest.mark.slow
@pytest.mark.parametrize(("side", "text", "paper"), [("O", "5x3.5cm", "letter"), ("X", "35x50mm", "a4")])
def test_every_page_fits_its_paper(make_book, side, text, paper):
    """All that is drawn keeps a margin of 10 mm, whatever the box, the seat and the paper."""
    book = make_book("3x3x3-gravity")
    pages = printed(kit_for(book, side, beads="scroggs"), text, paper)
    assert len(pages) > 5 and all(page.size == PAPERS[paper] and page.within_margins for page in pages)


def test_the_finder_groups_boxes_by_the_stones_of_o(book):
    """After each frame come just the boxes with its stones of O."""
    boxes = kit_for(book, "X").boxes
    stones = {box.number: box.position.o for box in boxes}
    groups = [group for stage in finder_data(boxes, Rules(), English())["stages"] for group in stage["groups"]]
    alike = [{stones[box["number"]] for box in group["boxes"]} for group in groups]
    assert all(len(group) == 1 for group in alike) and len({group["frame"] for group in groups}) == len(groups)


@pytest.mark.parametrize(
    ("text", "beside"), [("35x15mm", True), ("5x3.5cm", True), ("35x50mm", False), ("2.6x1.2cm", True)]
)
def test_board_and_words_share_a_label(text, beside):
    """The words stand beside the board or below it, wherever that leaves the larger board."""
    side, found = layout_for(Rules(), LabelSize.parse(text))
    assert found == beside and side >= 3 * MM


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
        printed(kit, "10x10mm")
    with pytest.raises(IllegalSize, match="labels that fit on the paper; got 300 x 15 mm"):
        printed(kit, "30x1.5cm")


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
