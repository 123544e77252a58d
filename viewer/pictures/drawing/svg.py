"""Drawing as SVG: at rest, or moving by style sheet alone.

An animation shows each step for its time and begins again; without animations, as on paper or for those who asked for
less motion, the whole stands.
"""

from collections.abc import Sequence
from html import escape

from oxobook.viewer.palette import COLOURS, ON_DARK
from oxobook.viewer.pictures.drawing.drawing import CM, Drawing, Shown
from oxobook.viewer.pictures.drawing.shapes import Box, rounded, svg_document, svg_shape

_SECONDS = 1.5  # for each step
_REST = 3  # factor by which the last step stays longer than the others


def svg_text(drawing: Drawing) -> str:
    """Return the SVG text of a drawing; deterministic. Figures have their size in cm."""
    body = map(svg_shape, drawing.drawn) if drawing.steps == 1 else _animated(drawing)
    width, height = (length * drawing.unit for length in drawing[:2])
    size = rounded(width), rounded(height)
    if drawing.type_size:
        size = f"{width / CM:.4g}cm", f"{height / CM:.4g}cm"
    said = [f"<desc>{escape(drawing.description, quote=False)}</desc>"] if drawing.description else []
    paper = svg_shape(Box(0, 0, drawing.width, drawing.height, COLOURS.paper))
    shapes = "".join(body)
    parts = [*said, _style_on_dark(paper + shapes), _style_of_links(drawing.links), paper, shapes]
    text = svg_document(drawing.width, drawing.height, drawing.title, parts, size)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _style_on_dark(elements: str) -> str:
    """Return a style sheet for other colours on a dark page; readers that lack ``light-dark`` ignore it."""
    used = {light: dark for light, dark in ON_DARK.items() if f'"{light}"' in elements}
    colours = "".join(
        f'[{kind}="{light}"]{{{kind}:light-dark({light},{dark.replace("none", "transparent")})}}'
        for light, dark in used.items()
        for kind in ("fill", "stroke")
        if f'{kind}="{light}"' in elements
    )
    return f"<style>svg:root{{color-scheme:light dark}}@supports(color:light-dark(red,red)){{{colours}}}</style>"


def _style_of_links(links: Sequence[tuple[str, str]]) -> str:
    """Return a style sheet that lights the group under the pointer and those linked to it, and fades the others."""
    if not links:
        return ""
    linked: dict[str, list[str]] = {}
    for one, other in links:
        linked.setdefault(one, [one]).append(other)
        linked.setdefault(other, [other]).append(one)
    lit = "".join(
        f"svg:has([data-n='{one}']:hover) :is({','.join(f'[data-n={other!r}]' for other in others)}){{opacity:1}}"
        for one, others in linked.items()
    )
    return f"<style>svg:has([data-n]:hover) [data-n]{{opacity:.15}}{lit}</style>"


def _animated(drawing: Drawing) -> list[str]:
    """Return the elements of all shapes, and the style sheet that shows each in its steps."""
    spans = sorted({_span(one, drawing) for one in drawing.shapes} - {(0, drawing.steps)})
    names = {span: f"s{span[0]}-{span[1]}" for span in spans}
    long = drawing.steps - 1 + _REST
    rules = [f".{name}{{animation:{name} {long * _SECONDS:g}s infinite step-end}}" for name in names.values()]
    rules += [f"@keyframes {name}{{{_keyframes(*span, long, drawing.steps)}}}" for span, name in names.items()]
    rules += [f".{name}{{visibility:hidden}}" for (_, end), name in names.items() if end < drawing.steps]
    still = "@media (prefers-reduced-motion:reduce){*{animation:none!important}}"
    body = [f"<style>{''.join(rules)}{still}</style>"]
    for one in drawing.shapes:
        name, element = names.get(_span(one, drawing)), svg_shape(one.shape)
        body.append(f'<g class="{name}">{element}</g>' if name else element)
    return body


def _span(one: Shown, drawing: Drawing) -> tuple[int, int]:
    return one.first, drawing.steps if one.last is None else one.last + 1


def _keyframes(first: int, end: int, long: int, steps: int) -> str:
    """Return key frames that hide a shape, show it from its first step on, and hide it again from its end."""
    frames = ["0%{visibility:hidden}"] if first else []
    frames.append(f"{100 * first / long:.4g}%{{visibility:visible}}")
    if end < steps:
        frames.append(f"{100 * end / long:.4g}%{{visibility:hidden}}")
    last = "hidden" if end < steps else "visible"
    return "".join(frames) + f"100%{{visibility:{last}}}"
