"""Listener to the progress of a solve that does something at a moment."""

from collections.abc import Callable


class Interrupted(Exception):
    """Stops a solve."""


def stop() -> None:
    raise Interrupted


class At:
    """Listener that calls ``do``, by default ``stop``, when a stage of a ply is told; it counts what is solved."""

    def __init__(self, stage: str = "", ply: int = -1, do: Callable[[], None] = stop) -> None:
        self.moment, self.do, self.solved = (stage, f"ply {ply}"), do, 0

    def __call__(self, stage: str, done: int, total: int | None = None, note: str = "") -> None:
        self.solved = done if stage == "solve" else self.solved
        if (stage, note.split(",")[0]) == self.moment:
            self.do()
