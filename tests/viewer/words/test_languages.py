"""Languages: German says everything, a third one is one file, and what is none is refused in a line."""

import inspect
import os
import re

import pytest

from oxobook.generator.strategies.smallest import smallest_strategy
from oxobook.viewer.classroom.instructions.instructions import instructions, part_lines
from oxobook.viewer.classroom.instructions.vocabulary import Case, phrases, questions
from oxobook.viewer.words.english import English
from oxobook.viewer.words.german import German

ENGLISH = re.compile(
    r"\b(if|take|took|otherwise|your?|corners?|sides?|stones?|cells?|centre|has|have|is|a|the|of|to|or|and|not|next|"
    r"opposite|each|other|two|one|none|only|any|free|are|move|flipped|turned)\b",
    re.IGNORECASE,
)


def test_german_says_all_that_english_says():
    """Every word and method that a user meets is there, with the same parameters."""
    same = {"game", "headed"}  # which need no words
    for name, said in inspect.getmembers(English):
        if not name.startswith("_") and name not in same:
            german = getattr(German, name)
            assert german != said, name
            if callable(said):
                assert [*inspect.signature(german).parameters] == [*inspect.signature(said).parameters]


@pytest.mark.parametrize("kind", ["reflexes", "smallest"])
@pytest.mark.parametrize("side", "XO")
def test_no_word_stays_english(book, kind, side):
    """In German every sentence of a strategy is German."""
    told = instructions(book, smallest_strategy(book, side, kind), "de")
    said = [told.words.with_each_move, *told.rules, *told.words.notes_in_words]
    for part in told.parts:
        said += [part.heading, *(words for _, words in part_lines(part.steps, told.words))]
    assert not [sentence for sentence in said if ENGLISH.search(sentence)]


def test_all_words_are_told_apart():
    """Questions and cells that differ in English differ in German, and are German."""
    single, several = (), (Case(0b1111, 0b111100000, 0),)  # two corners and two sides each
    asked, taken = (
        [{question.said(words, "X") for question in questions()} for words in (English(), German())],
        [
            {phrase.said(cases, "X", words) for phrase in phrases() for cases in (single, several)}
            for words in (English(), German())
        ],
    )
    for english, german in (asked, taken):
        assert len(german) == len(english) and not any(map(ENGLISH.search, german)), german
    assert len(asked[0]) > 20 and len(taken[0]) > 100


def test_sentences_read_as_german_does(run):
    """The verb stands at the end of a clause, and places have their case."""
    said = run("classroom", "words", "--side", "O", "--language", "de").stdout
    assert said.startswith("So verliert O bei Tic-Tac-Toe nie\n")
    assert "  Sonst nimm eine Ecke, die neben nur einer Seite von X liegt.\n" in said
    assert "    Wenn X eine Seite hat, nimm die Ecke, die neben der Seite von X und nicht gegenüber von " in said


DUTCH = '''
from oxobook.viewer.words.english import English

class Dutch(English):
    """Dutch words; what is not here stays English."""
    code = "nl"
    tic_tac_toe = "boter-kaas-en-eieren"
    otherwise = "Anders"
    def plays(self, side, cell):
        return f"{side} speelt {cell} <&>"
    def sentence(self, when, take):
        return f"{when}, neem {take}." if when else f"Neem {take}."
    def has(self, whose, sort, count):
        return f"{whose or 'jij'} {count} {sort} heeft"
'''


def test_a_third_language_is_one_file(run, kept, tmp_path):
    """Maps, sheets, posters and papers for a class speak it, from one file that nothing else knows."""
    dutch = tmp_path / "dutch.py"
    dutch.write_text(DUTCH)
    own = ["--language", str(dutch), "-b", kept]
    for diagram in ("map", "sheet"):
        file = tmp_path / f"{diagram}.svg"
        assert run("draw", diagram, str(file), "--side", "O", *own).exit_code == 0
        assert "How O never loses at boter-kaas-en-eieren" in file.read_text()
    assert "O speelt b2 &lt;&amp;&gt;" in file.read_text()
    said = run("classroom", "words", "--side", "O", *own).stdout
    assert "Anders, neem " in said and "X 1 edge heeft" in said
    pdf = tmp_path / "puzzles.pdf"
    assert run("classroom", "puzzles", "--sample", "3", "--out", str(pdf), *own).exit_code == 0


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("xx", "expected language to be 'en' or 'de', or an existing .py file; got 'xx'"),
        ("missing.py", "or an existing .py file; got 'missing.py'"),
        ("pipe.py", "got 'pipe.py'"),
        ("broken.py", "cannot read the language in 'broken.py': "),
        ("none.py", "expected a class that follows oxobook's English in 'none.py'"),
    ],
)
def test_what_is_no_language(run, tmp_path, monkeypatch, language, said):
    """A language that is not here, or a file that has none, is one line."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.py").write_text("{")
    (tmp_path / "none.py").write_text("from oxobook.viewer.words.english import English")
    os.mkfifo(tmp_path / "pipe.py")
    refused = run("draw", "map", "x.svg", "--language", language)
    assert refused.exit_code == 2 and refused.stderr.count("\n") == 1 and said in refused.stderr
    assert not (tmp_path / "x.svg").exists()
