"""The memory: finished answers by what was asked, the last used of them, up to a number of bytes.

An answer stands as long as its book's file does. It is found before any routing or reading, which makes a question
that was asked before several times as fast.
"""

from collections import OrderedDict

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from viewer.web.answer import Answer

_OVERHEAD = 2_000  # bytes that an entry takes besides its content: headers, keys and links

Question = tuple[str, bytes]
"""A path and a query string, as they came."""


class Memory:
    """Answers by question."""

    def __init__(self, room: int = 64_000_000) -> None:
        self._room = room
        self._answers: OrderedDict[Question, Answer] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._answers)

    def keep(self, scope: Scope, answer: Answer) -> Answer:
        """Keep an answer to a request; the longest unused ones make room for it."""
        question = scope["path"], scope["query_string"]
        self._drop(question)
        self._answers[question] = answer
        self.bytes += _size(question, answer)
        while self.bytes > self._room:
            self._drop(next(iter(self._answers)))
        return answer

    def recall(self, scope: Scope) -> Answer | None:
        """The answer to the same request, if it is kept and its book has not changed since."""
        question = scope["path"], scope["query_string"]
        answer = self._answers.get(question)
        if answer is None:
            return None
        if answer.source and not answer.source.current():
            self._drop(question)
            return None
        self._answers.move_to_end(question)
        return answer

    def _drop(self, question: Question) -> None:
        """Forget an answer, if it is there."""
        answer = self._answers.pop(question, None)
        if answer is not None:
            self.bytes -= _size(question, answer)


def remember(request: Request, answer: Answer) -> Answer:
    """Keep an answer in the memory of the application that was asked."""
    memory: Memory = request.app.state.memory
    return memory.keep(request.scope, answer)


def _size(question: Question, answer: Answer) -> int:
    """The bytes that an entry takes, roughly."""
    return len(question[0]) + len(question[1]) + len(answer.body) + _OVERHEAD


class Recall:
    """The middleware that answers from the memory, and passes everything else on."""

    def __init__(self, app: ASGIApp, memory: Memory) -> None:
        self.app = app
        self.memory = memory

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self.memory.recall(scope) if scope["type"] == "http" and scope["method"] == "GET" else None
        await (answer or self.app)(scope, receive, send)
