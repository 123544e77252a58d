"""Task for Inspect: which move is best, scored exactly.

>>> inspect_ai.eval(book_task(book, 100), model="openai/gpt-5")         # doctest: +SKIP
"""

from oxobook.book.book import Book
from oxobook.book.errors import MissingExtra
from oxobook.viewer.oracle.grading import Grader, graded_positions

try:
    from inspect_ai import Task
    from inspect_ai.dataset import Sample
    from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
    from inspect_ai.solver import TaskState, generate
except ImportError as missing:
    raise MissingExtra("tasks for Inspect need the library inspect-ai: pip install 'oxobook[models]'") from missing


def book_task(book: Book, count: int, seed: int = 0, labels: str | None = None) -> Task:
    """Return a task of ``count`` positions; its scores are the shares of perfect and good moves, and rewards.

    ``labels``: what prompts and completions call the moves.
    """
    samples = [
        Sample(input=row["prompt"], target=row["best"], id=row["position"], metadata=row)
        for row in graded_positions(book, count, seed, labels=labels)
    ]
    return Task(dataset=samples, solver=generate(), scorer=move_scorer(book, labels), name=f"oxobook_{book.rules}")


@scorer(metrics={"*": [mean(), stderr()]})  # type: ignore[untyped-decorator]
def move_scorer(book: Book, labels: str | None = None) -> Scorer:
    """Return a scorer of the move that a completion names: ``perfect`` and ``good``, 1 or 0, and ``reward``."""
    grader = Grader(book, labels)

    async def score(state: TaskState, target: Target) -> Score:
        grade = grader.grade(state.metadata["position"], state.output.completion)
        judged = grade.judged
        return Score(
            value={
                "perfect": int(judged is not None and judged.perfect),
                "good": int(judged is not None and judged.good),
                "reward": grade.reward,
            },
            answer=grade.said,
            explanation=grade.grade,
        )

    return score
