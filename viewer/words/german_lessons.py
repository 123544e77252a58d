"""German words of papers for a class: MENACE, the finder and labels of its boxes, and lesson plans."""

from collections.abc import Sequence
from typing import ClassVar

from oxobook.book.game.score import Value
from oxobook.viewer.words.english_lessons import EnglishLessons, PaperLine, steps_of


class GermanLessons(EnglishLessons):
    """Words of the papers for a class that are no puzzles."""

    # MENACE

    def menace(self, boxes: int, side: str, game: str) -> str:
        return f"MENACE: {boxes} Streichholzschachteln lernen, {side} bei {game} zu spielen"

    def menace_cover(self, side: str, same: str) -> Sequence[PaperLine]:
        alike = {"turned": "gedreht oder gespiegelt", "mirrored": "links-rechts gespiegelt"}
        same = alike.get(same, "durch eine Symmetrie des Bretts bewegt")
        return (
            ("heading", "Bauen"),
            ("text", "Schneidet die Etiketten aus und klebt jedes auf eine Schachtel. Für jeden Ring darauf kommen "
             "Perlen hinein:"),
            ("text", "von jeder Farbe so viele, wie auf dem Etikett steht. Ordnet die Schachteln nach ihren Nummern."),
            ("heading", "Spielen"),
            ("text", f"MENACE zieht {'zuerst' if side == 'X' else 'als Zweiter'} und spielt {side}. Sucht vor jedem "
             "seiner Züge das Brett im Schachtelfinder und nehmt die Schachtel."),
            ("text", f"Eine Schachtel gilt für alle Bretter, die {same} gleich aussehen: Legt das Brett so hin wie auf "
             "dem Etikett."),
            ("text", "Schüttelt die Schachtel, zieht blind eine Perle und legt sie auf die Schachtel. Ihre Farbe ist "
             "das Feld."),
            ("text", "Ist die Schachtel leer, gibt MENACE auf und hat verloren. Gibt es nur einen Zug, braucht es "
             "keine Schachtel."),
            ("heading", "Lehren"),
            ("text", "Nach dem Spiel gilt für jede gezogene Perle:"),
            ("step", "MENACE hat gewonnen:  zurücklegen, mit 3 mehr von der Farbe."),
            ("step", "Remis:  zurücklegen, mit 1 mehr von der Farbe."),
            ("step", "MENACE hat verloren:  nicht zurücklegen."),
            ("heading", "Perlen"),
        )  # fmt: skip

    stages = ("Zug", "Schachteln", "von jeder Farbe", "Perlen")
    in_all = "gesamt"
    to_begin = "Am Anfang"
    spare_beads = "Dazu von jeder Farbe ein paar hundert für Belohnungen. "
    other_beads = "Ihr könnt andere Farben nehmen: Schreibt sie oben ins Brett."
    watch = "Schaut beim Lernen zu"
    squares = (
        "Nach jedem Spiel ein Kästchen nach rechts: 3 hoch, wenn MENACE gewann, 1 hoch bei Remis, 1 runter, wenn es "
        "verlor."
    )
    games = "Spiele"
    beads = (
        "weiß We, lila Li, silber Si, schwarz Sw, gold Go, grün Gn, bernstein Be, rot Ro, rosa Rs, blau Bl, gelb Ge, "
        "braun Br, orange Or, türkis Tü, violett Vi, klar Kl"
    )
    finder = "Welche Schachtel? Finde die Nummer deines Bretts"

    def finder_notes(self, same: str) -> Sequence[str]:
        turn = {"turned": "Drehe oder spiegle das Brett", "mirrored": "Spiegle das Brett links-rechts"}
        again = "spiegle es" if same == "mirrored" else "drehe das Brett so, dass die O wieder gleich stehen"
        return (
            f"1.  {turn.get(same, 'Drehe, spiegle oder verschiebe das Brett, wie es die Linien erlauben')}, bis seine "
            "O wie in einem der gerahmten Bretter stehen.",
            f"2.  Suche seine X neben diesem Rahmen; darunter steht die Nummer. Sind sie nicht dabei, {again}.",
        )

    def stage(self, number: int | str) -> str:
        return f"MENACEs {number}. Zug"

    labels = "Etiketten der Schachteln"

    def label(self, stage: int, beads: int) -> list[str]:
        return [f"{stage}. Zug", f"je {beads}"]

    # the kit of a class

    kit = "{game} im Unterricht"
    papers: ClassVar[dict[str, str]] = {
        "plans": "Stundenpläne: 45 und 60 Minuten, drei Stunden",
        "worksheet": "Aufgabenblatt, danach die Lösungen",
        "sheets": "Spickzettel für X und für O",
        "posters": "Poster für die Wand",
        "menace": "MENACE, die Streichholzschachteln, die lernen",
    }

    def one_lesson(self, own: Value, minutes: int) -> Sequence[PaperLine]:
        promise = {Value.WIN: "den Zettel für X", Value.DRAW: "einen Zettel", Value.LOSS: "den Zettel für O"}[own]
        result = {
            Value.WIN: "Wer anfängt und nur richtige Züge macht, gewinnt immer.",
            Value.DRAW: "Wer nur richtige Züge macht, verliert nie: Tun es beide, gewinnt niemand.",
            Value.LOSS: "Wer als Zweiter zieht und nur richtige Züge macht, gewinnt immer.",
        }[own]
        step, games = steps_of(minutes), "sechs" if minutes == 60 else "vier"
        return (
            ("heading", f"{minutes} Minuten: richtig spielen"),
            ("text", "Die Klasse arbeitet zu zweit. Drucken Sie die Aufgaben für jedes Kind, beide Spickzettel für "
             "jedes Paar und die Poster einmal. Sind es für ein Poster vier Blätter, schneiden Sie an den Punkten, und "
             "kleben Sie sie zusammen. Mit einem Beamer öffnen Sie die Seite des Explorers: Für den Unterricht, im "
             "Menü oben rechts, zeigt eine Partie oder Fragen, und die Leertaste die Antwort."),
            ("step", [next(step), "Beginnen", "Erinnern Sie an die Regeln. Spielen Sie an der Tafel oder am Beamer "
             "eine Partie gegen die ganze Klasse."]),
            ("step", [next(step), "Spielen", f"Jedes Paar spielt {games} Partien und fängt abwechselnd an. Zählen Sie "
             "an der Tafel: Wie oft gewann X, wie oft O, wie oft niemand? Ist es besser, anzufangen?"]),
            ("step", [next(step), "Lösen", "Jedes Kind löst die erste Seite der Aufgaben. Die Paare vergleichen und "
             "prüfen nach. Erklären Sie, was ein richtiger Zug ist: Ein Sieg bleibt damit ein Sieg, ein Remis ein "
             "Remis. Jeder andere Zug ist ein Fehler."]),
            ("step", [next(step), "Nach Zettel", "In jedem Paar spielt eines nach einem Spickzettel, das andere, wie "
             f"es will. Nach drei Partien wird getauscht. Kann jemand gegen {promise} gewinnen?"]),
            ("step", [next(step), "Verstehen", "Verfolgen Sie eine dieser Partien auf dem Poster: Suchen Sie den Zug, "
             "sehen Sie in diesem Feld nach, dort steht die Antwort. Warum ist darauf keine Partie, die der "
             "Spickzettel verliert? " + result]),
        )  # fmt: skip

    def three_hours(self, boxes: int, beads: int) -> Sequence[PaperLine]:
        return (
            ("heading", "Erste Stunde: richtig spielen"),
            ("text", "Wie im Plan für 60 Minuten."),
            ("heading", "Zweite Stunde: eine Maschine bauen, die lernt"),
            ("text", f"Sie brauchen {boxes} Streichholzschachteln, {beads} Perlen und weitere als Belohnung, oder "
             "Umschläge und bunte Zettel. Drucken Sie die Seiten zu MENACE einmal."),
            ("step", ["10 min", "Erzählen", f"MENACE ist eine Maschine aus {boxes} Streichholzschachteln, die X "
             "spielt. Ein Computer ist nicht darin. Sie lernt, weil sie Perlen bekommt, wenn sie gewinnt, und Perlen "
             "verliert, wenn sie verliert."]),
            ("step", ["40 min", "Bauen", "Verteilen Sie die Etiketten auf Gruppen von drei oder vier Kindern. Diese "
             "schneiden sie aus, kleben sie auf die Schachteln und füllen die Perlen ein. Dann werden alle Schachteln "
             "geordnet."]),
            ("step", ["10 min", "Probieren", "Spielen Sie eine Partie mit der ganzen Klasse. Ein Kind sucht die "
             "Schachtel, eines zieht die Perle, eines spielt O, und eines schreibt die Züge an die Tafel."]),
            ("heading", "Dritte Stunde: die Maschine lehren"),
            ("step", ["5 min", "Raten", "Nach wie vielen Partien verliert MENACE nicht mehr? Jedes Kind schreibt eine "
             "Zahl auf."]),
            ("step", ["35 min", "Lehren", "Spielen Sie 20 Partien. Nach jeder kommen die Perlen zurück oder bleiben "
             "draußen, und die Kurve geht weiter."]),
            ("step", ["20 min", "Verstehen", "Öffnen Sie die Schachteln. Welche Farben sind mehr geworden, welche "
             "fehlen? Vergleichen Sie die erste Schachtel mit dem Spickzettel für X. Was hat MENACE gelernt, und was "
             "kann es noch nicht wissen? Wer hat am besten geraten?"]),
        )  # fmt: skip
