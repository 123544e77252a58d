"""Console of rich for all of oxobook's stdout: whatever is printed there is printable."""

import re
from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, ConsoleRenderable, Group, RenderableType, RenderHook
from rich.segment import Segment

from oxobook.book.errors import printable
from oxobook.viewer.terminal.console import PIPE_WIDTH


def show(*parts: RenderableType, console: Console | None = None) -> None:
    """Print rich's renderables to stdout; piped output is not wrapped, and its lines end without blanks."""
    console = console or new_console()
    with console.capture() as captured:  # rich itself would end with 1, a verdict, where the reader of a pipe has left
        console.print(Group(*parts))
    text = captured.get()
    print(text if console.is_terminal else re.sub(r" +$", "", text, flags=re.MULTILINE), end="")


def new_console() -> Console:
    """Return a console for stdout; piped output is not wrapped."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    console.push_render_hook(_Cleaner())
    return console


class _Cleaner(RenderHook):
    """Filter between the renderables and the console."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Cleaned(one) for one in renderables]


class _Cleaned:
    """Renderable whose texts are printable; its styles and the console's own codes stay."""

    def __init__(self, inner: ConsoleRenderable) -> None:
        self._inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for text, style, control in console.render(self._inner, options):
            yield Segment(text if control else printable(text), style, control)
