"""Registry of languages; a module that you name speaks another."""

from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from oxobook.book.errors import OxobookError, quoted
from oxobook.viewer.words.english import English

LANGUAGES = {"en": "oxobook.viewer.words.english:English", "de": "oxobook.viewer.words.german:German"}
"""Module and class of each language that comes with oxobook, by its code."""


class UnknownLanguage(OxobookError, ValueError):
    """The text names no language."""


@cache
def language_named(name: str) -> English:
    """Return one of ``LANGUAGES``, or the language in a file of Python; raises UnknownLanguage."""
    if (code := name.lower()) in LANGUAGES:
        module, spoken = LANGUAGES[code].split(":")
        language: English = getattr(import_module(module), spoken)()
        return language
    if not name.endswith(".py") or not Path(name).is_file():
        known = " or ".join(map(repr, LANGUAGES))
        raise UnknownLanguage(f"expected language to be {known}, or an existing .py file; got {quoted(name)}")
    return _language_in(Path(name))


def _language_in(file: Path) -> English:
    """Return the language of the class in a module that follows English."""
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None  # the file ends in .py
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        found = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, English)]
        return next(one for one in found if one.__module__ == file.stem)()
    except StopIteration:
        raise UnknownLanguage(f"expected a class that follows oxobook's English in {quoted(str(file))}") from None
    except Exception as error:
        raise UnknownLanguage(f"cannot read the language in {quoted(str(file))}: {error}") from error
