"""The tab that the page's tests share."""

import pytest

from tests.viewer.explorer.page.conftest import living


def test_a_test_that_crashes_its_tab_fails_alone(context, tabs, tab):
    """After a crash the other tests get a new tab, and then keep it."""
    with pytest.raises(Exception, match="chrome://crash"):
        tab.goto("chrome://crash")
    other = living(context, tabs)
    assert other is not tab and other.evaluate("1 + 1") == 2
    assert living(context, tabs) is other
