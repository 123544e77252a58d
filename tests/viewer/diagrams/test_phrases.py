"""Languages: each has every phrase, a file of one's own is read, and what does not fit is refused in a line."""

import json
import os
import re
import xml.etree.ElementTree as ElementTree

import pytest

from oxobook.book.game.score import Value
from oxobook.viewer.diagrams.phrases import LANGUAGES, language_texts, phrases_in
from oxobook.viewer.diagrams.request import IllegalRequest

ENGLISH = language_texts("en")


def test_every_language_has_every_phrase(tmp_path):
    """Each language that is here would be accepted as a file."""
    for language in LANGUAGES:
        file = tmp_path / f"{language}.json"
        file.write_text(json.dumps(language_texts(language)))
        assert phrases_in(str(file)).say("won") == language_texts(language)["won"]


def test_numbers_of_moves():
    """The first moves have words of their own, later ones a rule."""
    said = [phrases_in("en").numbered("sheet, move", number) for number in (1, 2, 3, 4, 12)]
    assert said == ["Your 1st move", "Your 2nd move", "Your 3rd move", "Your 4th move", "Your 12th move"]
    assert phrases_in("de").numbered("sheet, move", 12) == "Dein 12. Zug"


def test_a_file_of_phrases(run, kept, tmp_path):
    """A map and a sheet say what the file says."""
    own = tmp_path / "own.json"
    own.write_text(json.dumps({phrase: f"[{phrase}] {text}" for phrase, text in ENGLISH.items()}))
    for diagram, expected in (("map", "[title if drawn] How X never"), ("sheet", "1.  [sheet, win] Win if you can")):
        file = tmp_path / f"{diagram}.svg"
        assert run(diagram, str(file), "--language", str(own), "-b", kept).exit_code == 0
        shown = set(re.findall(r"<text[^>]*>([^<]*)<", file.read_text()))
        assert any(expected in text for text in shown) and all("[" in text for text in shown)


@pytest.mark.parametrize("diagram", ["map", "sheet"])
def test_phrases_may_have_any_sign(run, kept, tmp_path, diagram):
    """Characters that mean something in SVG are written so that they are read as given."""
    own, file = tmp_path / "own.json", tmp_path / "x.svg"
    own.write_text(json.dumps({phrase: f"<{text}> & so on" for phrase, text in ENGLISH.items()}))
    assert run(diagram, str(file), "--language", str(own), "-b", kept).exit_code == 0
    words = " ".join(ElementTree.fromstring(file.read_text()).itertext())
    assert "<How X never loses at <tic-tac-toe> & so on> & so on" in words
    assert words.count("& so on") > 5


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"won": None}, "with no braces but none; got None"),
        ({"won": "won {side}"}, "with no braces but none; got 'won {side}'"),
        ({"sheet, play": "{side.__class__}"}, "with no braces but {side}, {cell}; got"),
        ({"title if won": "{ga{side}me}"}, "with no braces but {side}, {game}; got '{ga{side}me}'"),
        ({"won": "a\0b"}, r"without control characters, with no braces but none; got 'a\x00b'"),
        ({"won": "\ud800"}, r"without control characters, with no braces but none; got '\ud800'"),
        ({"victory": "won"}, "has 'victory'"),
        (None, "lacks 'drawn'"),
    ],
)
def test_a_file_that_does_not_fit(tmp_path, changes, said):
    """A phrase too many or too few, or one with names that are not its own, is named."""
    file = tmp_path / "own.json"
    texts = ENGLISH | changes if changes else {name: text for name, text in ENGLISH.items() if name != "drawn"}
    file.write_text(json.dumps(texts))
    with pytest.raises(IllegalRequest, match=re.escape(said)):
        phrases_in(str(file))


@pytest.mark.parametrize("language", ["xx", "missing.json", "/", "broken.json", "list.json", "deep.json", "pipe.json"])
def test_what_is_no_language(run, tmp_path, monkeypatch, language):
    """A language that is not here, or a file that cannot be read, is one line."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "deep.json").write_text("[" * 100_000)
    os.mkfifo(tmp_path / "pipe.json")
    refused = run("map", "x.svg", "--language", language)
    assert refused.exit_code == 2 and refused.stderr.count("\n") == 1 and repr(language)[1:-1] in refused.stderr
    assert not (tmp_path / "x.svg").exists()


def test_results():
    """A phrase for each result of a side."""
    assert phrases_in("en").by_result("map", Value.WIN) == "Every game is won."
    assert phrases_in("en").by_result("map", Value.LOSS) == "Every slip of the other side is punished."
