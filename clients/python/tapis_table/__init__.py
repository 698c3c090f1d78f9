"""Draws and plays any game of a tapis service, without a rule of any: layouts, steps, picks and a stream that resumes."""

from tapis_table.events import events
from tapis_table.layout import Layout
from tapis_table.taps import Hand, possible

__all__ = ["Hand", "Layout", "events", "possible"]
__version__ = "0.1.0"
