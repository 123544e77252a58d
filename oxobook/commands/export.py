"""Export command."""

import click

from oxobook.commands.books import BOOK_HELP, BookChoice, book_argument
from oxobook.commands.output import STDOUT, Output, OutputFile, force_option
from oxobook.viewer.export import GONE, known_forms

FORMS = known_forms()
_HELP = f"""Write a book in another form.

FORMAT is {"; ".join(f"{name}: {form.holds}" for name, form in FORMS.items())}.

{BOOK_HELP}
"""


class _Form(click.Choice[str]):
    """Parameter type for a form; one that there was is refused with what to use instead."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in GONE:
            self.fail(f"export {value} is no longer there: {GONE[value]}.", param, ctx)
        return super().convert(value, param, ctx)


@click.command(help=_HELP, epilog="Example: oxobook export csv --out 3x3x3.csv")
@click.argument("form", metavar="FORMAT", type=_Form(list(FORMS)))
@book_argument
@click.option("--out", type=OutputFile(), default=STDOUT, show_default="standard output", help="Write to this file.")
@force_option
def export(form: str, chosen: BookChoice, out: Output) -> None:
    """Write a book in one of ``FORMS``."""
    if out.is_stdout and not FORMS[form].text:
        raise click.UsageError(f"export {form} writes no text: name a file with --out.")
    with chosen.open(answers=FORMS[form].answers) as book, out.opened() as file:
        FORMS[form].write(book, file)
