"""The printed kit: every box has a label that fits, and is found; every page fits its paper."""

import re

import pytest

from oxobook.book import Rules, TooLarge
from oxobook.viewer.classroom.menace.boxes import bead_colours, colours, kit_for
from oxobook.viewer.classroom.menace.kit import menace_part
from oxobook.viewer.papers.paper import paper_file, template_text
from oxobook.viewer.pictures.drawing.page_sizes import PAPERS
from oxobook.viewer.pictures.drawing.typesetting import IllegalTemplate
from oxobook.viewer.words.english import English
from tests.viewer.classroom.pdf_reader import pages_of


def printed(kit, paper="a4", template=None):
    """The pages of a kit."""
    return pages_of(paper_file("pdf", paper, English(), [menace_part(kit, "en")], template))


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


def test_the_first_pages_say_how_to_teach(kit):
    """By Michie's rule; squared paper holds every lesson of 20 games, from 20 lost to 14 won."""
    page, results = (" ".join(one.text.split()) for one in kit[:2])
    assert "MENACE won: put it back, with 3 more of its colour." in page and "If there is only one move" in page
    assert results.startswith("Watch it learn") and "\u221220" in results and "+40" in results


def test_every_page_has_a_ruler(kit):
    """A line of 50 mm at the foot of each page shows whether the printer has kept the size."""
    assert {round(25.4 / 72 * page.foot) for page in kit} == {50}


def test_the_labels_say_what_goes_into_the_box(kit):
    """A ring for each move that has beads: 12 + 198 + 984 + 526 beads are 3 + 66 + 492 + 526 rings."""
    letters = {colour.letters for colour in bead_colours("en")}
    labels = [page for page in kit if page.lines[0].startswith("Labels")]
    assert sum(word in letters for page in labels for word in page.text.split()) == 3 + 66 + 492 + 526
    assert [page.text.count("2 of each") for page in labels] == [67, 41, 0, 0]


@pytest.mark.slow
@pytest.mark.parametrize(("side", "size", "paper"), [("O", "50mm, 35mm", "letter"), ("X", "35mm, 50mm", "a4")])
def test_every_page_fits_its_paper(make_book, tmp_path, side, size, paper):
    """All that is drawn keeps a margin of 10 mm, also by a template with labels of another size."""
    template = tmp_path / "mine.typ"
    template.write_text(template_text(["menace"]).replace("(35mm, 15mm, 1.2mm)", f"({size}, 1.2mm)"))
    pages = printed(kit_for(make_book("3x3x3-gravity"), side), paper, template)
    assert len(pages) > 5 and all(page.size == PAPERS[paper] and page.within_margins for page in pages)


def test_the_finder_groups_boxes_by_the_stones_of_o(book):
    """After each frame come just the boxes with its stones of O."""
    boxes = kit_for(book, "X").boxes
    stones = {box.number: box.position.o for box in boxes}
    part = menace_part(kit_for(book, "X"), "en")
    groups = [group for stage in part["finder"]["stages"] for group in stage["groups"]]
    alike = [{stones[box["number"]] for box in group["boxes"]} for group in groups]
    assert all(len(group) == 1 for group in alike) and len({group["frame"] for group in groups}) == len(groups)


def test_labels_that_cannot_be_read_are_refused(make_book):
    """A board that is too long for a label is refused with what to change."""
    with pytest.raises(IllegalTemplate, match="under 2 mm wide: choose larger labels or a smaller board"):
        printed(kit_for(make_book("8x1x3"), "X"))


def test_colours():
    """Michie's nine for 3x3x3, in reading order; under gravity one a column; a board with too many is refused."""
    assert [colour.name for colour in colours(Rules()).values()] == (
        ["white", "lilac", "silver", "black", "gold", "green", "amber", "red", "pink"]
    )
    assert len({colour.letters for colour in bead_colours("en")}) == len(bead_colours("en")) == 16
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
