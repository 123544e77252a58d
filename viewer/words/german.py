"""German words of papers and pictures."""

from collections.abc import Sequence
from typing import ClassVar

from oxobook.book.game.score import Value
from oxobook.viewer.words.english import English
from oxobook.viewer.words.german_lessons import GermanLessons
from oxobook.viewer.words.wording import listed


class German(GermanLessons, English):
    """Words of papers and pictures."""

    code = "de"
    tic_tac_toe = "Tic-Tac-Toe"

    def title(self, side: str, game: str, own: Value) -> str:
        return {
            Value.WIN: f"So gewinnt {side} bei {game} immer",
            Value.DRAW: f"So verliert {side} bei {game} nie",
            Value.LOSS: f"So macht {side} bei {game} das Beste daraus",
        }[own]

    def title_from(self, side: str, game: str, position: str) -> str:
        return f"So spielt {side} bei {game} ab {position}"

    def options(self, words: Sequence[str]) -> str:
        return listed(words, "oder")

    results: ClassVar[dict[str | None, str]] = {"X": "X gewinnt", None: "Remis", "O": "O gewinnt"}

    # maps

    def map_to_move(self, stone: str, other: str) -> str:
        return (
            f"Das größte farbige {stone} ist dein Zug. Suche {other}s Antwort, sieh in diesem Feld nach, und so weiter."
        )

    def map_to_answer(self, stone: str, other: str) -> str:
        return (
            f"Suche {other}s Zug und sieh in diesem Feld nach: Das farbige {stone} ist dein Zug. Suche {other}s "
            "Antwort, und so weiter."
        )

    map_result: ClassVar[dict[Value, str]] = {
        Value.WIN: "Jeder Weg gewinnt.",
        Value.DRAW: "Kein Weg verliert.",
        Value.LOSS: "Jeder Fehler der anderen Seite wird bestraft.",
    }

    def map_cut(self, moves: int, side: str) -> str:
        many = "1 Zug" if moves == 1 else f"{moves} Zügen"
        return f"Die Karte endet nach {many} von {side}: In den leeren Feldern geht das Spiel weiter."

    map_closed = "Auf einem grauen Feld kann noch kein Stein liegen."
    map_struck = "Durchgestrichen: Spiel zu Ende."

    # matrix

    def all_positions(self, game: str) -> str:
        return f"Alle Stellungen von {game}"

    def boards_of_ply(self, ply: int, boards: int) -> tuple[str, str]:
        return f"{ply} Stein{'e' * (ply != 1)}", f"{boards} Brett{'er' * (boards != 1)}"

    matrix_note = (
        "Ein Brett steht für alle, die zu ihm symmetrisch sind. Ein Punkt zeigt den besten Zug, eine durchgestrichene "
        "Reihe das Ende."
    )

    def stands_for(self, boards: int) -> str:
        return f"steht für {boards} Brett{'er' * (boards != 1)}"

    # openings

    colours: ClassVar[dict[str, str]] = {"X": "blau", "O": "orangefarben"}

    def opening_notes(self, own: str, other: str) -> list[str]:
        return [
            f"Eine Zeile gilt einer Antwort von {other}. Sie beginnt mit dem umrahmten Zug von {own}; dann kommen "
            f"die Züge von {own} nach allem, was folgen kann. Spiegelbilder fehlen.",
            f"Am Ende der Zeile steht eine Stellung, von der an {own} nach Zahlen spielt, nach der ersten dieser "
            "Regeln, die zutrifft. Wenige spätere Stellungen haben eine eigene Antwort.",
            f"Gewinnen: eine Reihe vollenden, auf einem {self.colours[own]}en Feld, wenn es eines gibt. Oder durch "
            f"Drohungen: nach allen Antworten von {other} bis auf eine lässt sich eine Reihe vollenden, bis keine "
            "bleibt. Oder durch Zwang: nach allen bis auf eine durch Drohungen.",
            f"Sonst die kleinste Zahl nehmen, die erreichbar ist, aber keine, nach der {other} durch Drohungen "
            f"gewänne: nie genau unter einem {self.colours[other]}en Feld, und wo {other} eine Reihe droht, nur das "
            "Feld dagegen.",
        ]

    theorem: ClassVar[str] = "Bei Connect Four gewinnt, wer beginnt: geprüft von Python und von Coq."

    # cheat sheets

    def boards_to_remember(self, count: int, proved: bool) -> str:
        boards = "1 Brett" if count == 1 else f"{count} Bretter"
        proof = "Keine Strategie braucht weniger" if proved else "weniger wurden nicht gefunden"
        return f"{boards} zu merken: {proof}"

    def sheet_rule(self, rule: str, k: int, other: str) -> str:
        return {
            "win": f"Gewinne, wenn du kannst: Vollende eine Reihe von {k}.",
            "block": f"Sonst blockiere: Nimm das Feld, mit dem {other} eine Reihe vollendet.",
            "misère": f"Wer eine Reihe von {k} vollendet, verliert.",
            "last move": "Wenn nur ein Zug übrig ist, spiele ihn.",
            "find": "Sonst suche unten dein Brett und spiele das markierte Feld.",
        }[rule]

    def your_move(self, number: int) -> str:
        return f"Dein {number}. Zug"

    def plays(self, side: str, cell: str) -> str:
        return f"{side} spielt {cell}"

    _marked = "Das markierte Feld ist dein Zug. Jedes Brett steht auch für alle, die"
    sheet_note: ClassVar[dict[str, str]] = {
        "turned": f"{_marked} gedreht oder gespiegelt so aussehen.",
        "mirrored": f"{_marked} links-rechts gespiegelt so aussehen.",
        "moved": f"{_marked} so gedreht, gespiegelt oder verschoben aussehen, wie es die Linien erlauben.",
    }

    # instructions

    with_each_move = "Befolge bei jedem deiner Züge die erste Regel, die passt:"
    only_move = "Wenn du nur einen Zug hast, spiele ihn."
    below = "Sonst tu, was unten für deinen Zug steht."
    otherwise = "Sonst"

    def complete(self, k: int) -> str:
        return f"Wenn du eine Reihe von {k} vollenden kannst, vollende sie."

    def block(self, other: str) -> str:
        return f"Wenn {other} mit dem nächsten Stein eine Reihe vollenden könnte, nimm dieses Feld."

    def sentence(self, when: str, take: str) -> str:
        if not take:
            return f"{when}:"
        if when == self.otherwise:
            return f"Sonst nimm {take}."
        return f"{when}, nimm {take}." if when else f"Nimm {take}."

    def condition(self, asked: str, otherwise: bool) -> str:
        return f"Sonst, wenn {asked}" if otherwise else f"Wenn {asked}"

    notes_in_words = (
        "Die Seiten sind die vier Felder zwischen den Ecken. Eine Seite liegt neben zwei Ecken, und zwei Felder liegen "
        "einander gegenüber, wenn die Mitte zwischen ihnen ist.",
        "Passen mehrere Felder, nimm irgendeines: Alle sind gleich gut.",
    )

    def continued(self, title: str) -> str:
        return f"{title} (Fortsetzung)"

    # cells and stones of a 3x3 board

    def cells(self, sort: str, single: bool, places: Sequence[str] = ()) -> str:
        if sort == "cell":
            what = "das Feld" if single else "ein Feld" if places else "irgendein Feld"
        else:
            what = f"die {_SORTS[sort]}" if single else self._one(sort)
        which = "das" if sort == "cell" else "die"
        return f"{what}, {which} {' und '.join(places)} liegt" if places else what

    def place(self, relation: str, whose: str, sort: str, stones: int, only: bool, single: bool) -> str:
        nicht, name, by = "" if stones else "nicht ", _SORTS[sort], _RELATIONS[relation]
        male = sort == "cell"  # a stone; all other words are female
        if single:
            own = f"{'deinem' if male else 'deiner'} {name}"
            return f"{nicht}{by} " + (f"{'dem' if male else 'der'} {name} von {whose}" if whose else own)
        return f"{by} {'nur ' * only}{self._some(stones, whose, sort)}"

    def _some(self, count: int, whose: str, sort: str) -> str:
        """Return a number of a side's stones, in the dative."""
        male, name = sort == "cell", _SORTS[sort]
        if count == 2:
            plural = f"{name}en" if male and whose else f"{name}{'e' if male else 'n'}"
            return f"zwei {plural} von {whose}" if whose else f"zwei deiner {plural}"
        some = f"{('keine', 'eine')[count]}{'m' if male else 'r'}"
        return f"{some} {name} von {whose}" if whose else f"{some} deiner {name}{'e' if male else 'n'}"

    def has(self, whose: str, sort: str, count: int) -> str:
        many = self._one(sort) if count == 1 else f"zwei {_SORTS[sort]}n"
        return f"{whose} {many} hat" if whose else f"du {many} hast"

    def opposed(self, whose: str, sort: str) -> str:
        two = f"zwei {_SORTS[sort]}n von {whose}" if whose else f"zwei deiner {_SORTS[sort]}n"
        return f"{two} einander gegenüberliegen"

    def stands(self, whose: str, sort: str, relation: str, count: int, to_whose: str, to_sort: str) -> str:
        one = f"eine {_SORTS[sort]} von {whose}" if whose else f"eine deiner {_SORTS[sort]}n"
        return f"{one} {_RELATIONS[relation]} {self._some(count, to_whose, to_sort)} liegt"

    def _one(self, sort: str) -> str:
        return "die Mitte" if sort == "centre" else f"eine {_SORTS[sort]}"

    # puzzles

    puzzles_titles = ("{game}: Aufgaben", "{game}: Lösungen")

    def find_moves(self, coordinates: bool) -> str:
        written = "den Buchstaben der Spalte und die Zahl der Zeile" if coordinates else "ihn"
        return f"Finde jeweils einen richtigen Zug und schreibe {written} auf. Mehr Punkte heißt schwerer."

    fork = "Eine Gabel ist ein Zug, der doppelt droht."
    _boxed = "Die richtigen Züge sind eingerahmt. Gibt es mehrere,"
    right_moves: ClassVar[dict[str, str]] = {
        "turned": f"{_boxed} sehen sie gleich aus, wenn man das Brett dreht oder spiegelt.",
        "mirrored": f"{_boxed} sehen sie gespiegelt gleich aus.",
        "moved": f"{_boxed} führt eine Symmetrie des Bretts den einen in den anderen über.",
    }
    move = "Zug:"

    def task(self, kind: str, mover: str, moves: int) -> str:
        tasks = {
            "win at once": "gewinne sofort",
            "win": f"gewinne in {moves} {'Zug' if moves == 1 else 'Zügen'}",
            "fork": "finde die Gabel",
            "draw": "rette das Remis",
        }
        return f"{mover} ist am Zug: {tasks[kind]}"

    answers: ClassVar[dict[str, str]] = {
        "win at once": "Vollendet eine Reihe.",
        "win": "Kein anderer Zug gewinnt.",
        "fork": "Droht zweimal zugleich.",
        "draw": "Jeder andere Zug verliert.",
    }
    to_scale = "50 mm lang, wenn mit 100 % gedruckt, ohne Anpassung an die Seite"


_SORTS = {"centre": "Mitte", "corner": "Ecke", "edge": "Seite", "cell": "Stein"}
_RELATIONS = {"opposite to": "gegenüber von", "next to": "neben"}
