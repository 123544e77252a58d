"""Instructions in other languages than English: nothing stays English, and no two sentences become one."""

import re

import pytest

from oxobook.generator.strategies.smallest import smallest_strategy
from oxobook.viewer.classroom.instructions.instructions import instructions, part_lines
from oxobook.viewer.classroom.instructions.vocabulary import Case, phrases, questions
from oxobook.viewer.classroom.languages.paper_phrases import translated

ENGLISH = re.compile(
    r"\b(if|take|took|otherwise|your?|corners?|sides?|stones?|cells?|centre|has|have|is|a|the|of|to|or|and|not|next|"
    r"opposite|each|other|two|one|none|only|any|free|are|move|flipped|turned)\b|@",
    re.IGNORECASE,
)


@pytest.mark.parametrize(
    ("rules", "kind"), [("3x3x3", "reflexes"), ("3x3x3", "smallest"), ("3x3x3-gravity", "reflexes")]
)
@pytest.mark.parametrize("side", "XO")
def test_no_word_stays_english(make_book, rules, kind, side):
    """In German every sentence of a strategy is German."""
    book = make_book(rules)
    told = instructions(book, smallest_strategy(book, side, kind))
    said = [told.before, *told.rules, *told.notes]
    for part in told.parts:
        said += [part.heading, *(words for _, words in part_lines(part.steps))]
    for sentence in said:
        assert not ENGLISH.search(translated(sentence, "de")), translated(sentence, "de")
        assert translated(sentence, "en") == sentence


def test_all_words_are_told_apart():
    """Questions and cells that differ in English differ in German, and are German."""
    asked = {f"If {one.words.format(other='X')}" for one in questions()}
    single, several = (), (Case(0b1111, 0b111100000, 0),)  # two corners and two sides each
    taken = {f"Take {phrase.words(cases, 'X')}." for phrase in phrases() for cases in (single, several)}
    for english in (asked, taken):
        german = {translated(sentence, "de") for sentence in english}
        assert len(german) == len(english) and not any(map(ENGLISH.search, german)), german
    assert len(asked) > 20 and len(taken) > 100


def test_sentences_read_as_german_does(run):
    """The verb stands at the end of a clause, and places have their case."""
    said = run("classroom", "words", "--side", "O", "--language", "de").stdout
    assert said.startswith("So verliert O bei Tic-Tac-Toe nie\n")
    assert "  Sonst nimm eine Ecke, die neben nur einer Seite von X liegt.\n" in said
    assert "    Wenn X eine Seite hat, nimm die Ecke, die neben der Seite von X und nicht gegenüber von " in said
