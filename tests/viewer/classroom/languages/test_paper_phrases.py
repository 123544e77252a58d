"""Languages of papers for the classroom: each has every phrase, with the same names in braces."""

import re

from oxobook.viewer.classroom.languages.paper_phrases import paper_phrases
from oxobook.viewer.diagrams.phrases import LANGUAGES


def test_every_language_has_every_phrase():
    """A phrase names the same things in each language."""
    named = {}
    for language in LANGUAGES:
        texts = vars(paper_phrases(language))["_texts"]
        named[language] = {phrase: set(re.findall(r"{\w+}", text)) for phrase, text in texts.items()}
    assert named["en"] == named["de"]
