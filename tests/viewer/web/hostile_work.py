"""Work with hostile files and pictures, for a process of its own; this module is imported quickly there."""

import os
import signal
import time

from oxobook.book import Rules
from oxobook.viewer.web.books.summary import library_summary


def hostile_summary(rules, library):
    """A summary that is not to be had of one board, and of another costs its process."""
    if rules == Rules(1, 3, 2):
        time.sleep(60)
    if rules == Rules(1, 4, 2):
        os.kill(os.getpid(), signal.SIGKILL)
    return library_summary(rules, library)


def endless_picture(*_):
    """A picture that takes too long."""
    time.sleep(60)


def endless_summary(rules, library):
    """A book that hangs."""
    time.sleep(60)
