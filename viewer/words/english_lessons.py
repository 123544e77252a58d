"""English words of papers for a class: MENACE, the finder and labels of its boxes, and lesson plans."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from oxobook.book.game.score import Value

PaperLine = tuple[str, str | list[str]]
"""Heading, text or step of a paper: its kind and its words; a step of a plan has minutes, a name and words."""


def steps_of(minutes: int) -> Iterator[str]:
    """Return an iterator over how long the steps of a lesson of 45 or 60 minutes take."""
    return (f"{step} min" for step in {45: (5, 5, 12, 15, 8), 60: (5, 10, 15, 20, 10)}[minutes])


class EnglishLessons:
    """Words of the papers for a class that are no puzzles."""

    # MENACE

    def menace(self, boxes: int, side: str, game: str) -> str:
        return f"MENACE: {boxes} matchboxes that learn to play {side} at {game}"

    def menace_cover(self, side: str, same: str) -> Sequence[PaperLine]:
        """Return how to build it, to play and to teach."""
        alike = {"turned": "turned or flipped", "mirrored": "mirrored left to right"}
        same = alike.get(same, "moved by a symmetry of the board")
        return (
            ("heading", "Build"),
            ("text", "Cut out the labels and stick each one on a matchbox. For every ring on it, put beads into the "
             "box:"),
            ("text", "of each colour as many as the label says. Keep the boxes in the order of their numbers."),
            ("heading", "Play"),
            ("text", f"MENACE moves {'first' if side == 'X' else 'second'} and plays {side}. For each of its moves, "
             "look the board up in the box finder and take that box."),
            ("text", f"A box stands for all boards that look the same when {same}: set the board as the label shows "
             "it."),
            ("text", "Shake the box, draw a bead without looking, and lay it on the box. Its colour is the cell to "
             "play."),
            ("text", "If the box is empty, MENACE gives up and has lost. If there is only one move, it needs no box."),
            ("heading", "Teach"),
            ("text", "After the game, for every bead that was drawn:"),
            ("step", "MENACE won:  put it back, with 3 more of its colour."),
            ("step", "A draw:  put it back, with 1 more of its colour."),
            ("step", "MENACE lost:  keep it out."),
            ("heading", "Beads"),
        )  # fmt: skip

    stages = ("move", "boxes", "of each colour", "beads")
    in_all = "in all"
    to_begin = "To begin with"
    spare_beads = "Have a few hundred more of each for the rewards. "
    other_beads = "You can use other colours: write them into the board above."
    watch = "Watch it learn"
    squares = "After each game go one square to the right: 3 up if MENACE won, 1 up for a draw, 1 down if it lost."
    games = "games"
    beads = (
        "white Wh, lilac Li, silver Si, black Bk, gold Go, green Gn, amber Am, red Rd, pink Pk, blue Bl, yellow Ye, "
        "brown Br, orange Or, turquoise Tu, purple Pu, clear Cl"
    )
    """Colours of beads, each with the two letters on a label."""
    finder = "Which box? Find the number of your board"

    def finder_notes(self, same: str) -> Sequence[str]:
        turn = {"turned": "Turn or flip the board", "mirrored": "Mirror the board left to right"}
        again = "mirror it" if same == "mirrored" else "turn the board another way that has the same O stones"
        return (
            f"1.  {turn.get(same, 'Turn, flip or shift the board, as its lines allow,')} until its O stones stand as "
            "in one of the framed boards.",
            f"2.  Find its X stones beside that frame; the number is below. If they are not there, {again}.",
        )

    def stage(self, number: int | str) -> str:
        return f"MENACE's move {number}"

    labels = "Labels of the boxes"

    def label(self, stage: int, beads: int) -> list[str]:
        return [f"move {stage}", f"{beads} of each"]

    # the kit of a class

    kit = "{game} in class"
    papers: ClassVar[dict[str, str]] = {
        "plans": "Lesson plans: 45 and 60 minutes, three hours",
        "worksheet": "Worksheet, then its solutions",
        "sheets": "Cheat sheets for X and for O",
        "posters": "Posters for the wall",
        "menace": "MENACE, the matchboxes that learn",
    }

    def one_lesson(self, own: Value, minutes: int) -> Sequence[PaperLine]:
        """Return the plan of a lesson of 45 or 60 minutes; ``own``: value of the game for X."""
        promise = {Value.WIN: "the sheet for X", Value.DRAW: "a sheet", Value.LOSS: "the sheet for O"}[own]
        result = {
            Value.WIN: "Whoever moves first and makes only right moves always wins.",
            Value.DRAW: "Whoever makes only right moves never loses: if both do, nobody wins.",
            Value.LOSS: "Whoever moves second and makes only right moves always wins.",
        }[own]
        step, games = steps_of(minutes), "six" if minutes == 60 else "four"
        return (
            ("heading", f"{minutes} minutes: play right"),
            ("text", "The class works in pairs. Print the tasks of the worksheet for each pupil, both cheat sheets "
             "for each pair, and the posters once. If a poster is four pages, cut along the dots and glue them "
             "together. With a projector, open the explorer's page: For your class, in the menu at the top right, "
             "shows a game or questions, and the space bar the answer."),
            ("step", [next(step), "Begin", "Remind the class of the rules. Play a game on the blackboard or the "
             "projector, you against all."]),
            ("step", [next(step), "Play", f"Each pair plays {games} games and takes turns at moving first. Count on "
             "the blackboard: how often did X win, how often O, how often nobody? Is it better to move first?"]),
            ("step", [next(step), "Solve", "Each pupil solves the first page of the worksheet. Pairs compare, then "
             "check. Explain what a right move is: a win stays a win with it, and a draw stays a draw. Every other "
             "move is a mistake."]),
            ("step", [next(step), "Follow a sheet", "In each pair one plays by a cheat sheet, the other as they like. "
             f"They change after three games. Can anyone win against {promise}?"]),
            ("step", [next(step), "Understand", "Follow one of these games on the poster: find the move, look inside "
             "that cell, and there is the answer. Why does it have no game that the sheet loses? " + result]),
        )  # fmt: skip

    def three_hours(self, boxes: int, beads: int) -> Sequence[PaperLine]:
        """Return the plan of three hours; ``boxes`` and ``beads``: their numbers in the machine."""
        return (
            ("heading", "First hour: play right"),
            ("text", "As in the plan for 60 minutes."),
            ("heading", "Second hour: build a machine that learns"),
            ("text", f"Have {boxes} matchboxes, {beads} beads and more for rewards, or envelopes and slips of coloured "
             "paper. Print the pages of MENACE once."),
            ("step", ["10 min", "Tell", f"MENACE is a machine of {boxes} matchboxes that plays X. There is no "
             "computer in it. It learns because you give it beads when it wins, and take beads away when it loses."]),
            ("step", ["40 min", "Build", "Share the labels out among groups of three or four. They cut them out, stick "
             "them on the boxes, and put the beads in. Then all boxes are put in order."]),
            ("step", ["10 min", "Try", "Play one game with the whole class. One pupil finds the box, one draws the "
             "bead, one plays O, and one writes the moves on the blackboard."]),
            ("heading", "Third hour: teach it"),
            ("step", ["5 min", "Guess", "How many games will it take until MENACE no longer loses? Each pupil writes "
             "a number down."]),
            ("step", ["35 min", "Teach", "Play 20 games. After each, put the beads back or keep them out, and go on "
             "in the graph."]),
            ("step", ["20 min", "Understand", "Open the boxes. Which colours have become more, which are gone? "
             "Compare the first box with the cheat sheet for X. What has MENACE learned, and what can it not know "
             "yet? Whose guess was best?"]),
        )  # fmt: skip
