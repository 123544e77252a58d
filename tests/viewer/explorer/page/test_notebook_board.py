"""The board of a notebook in a browser, with its Python behind it and no Jupyter between them."""

from oxobook import BoardWidget
from tests.viewer.explorer.browsing import axe_core

PAGE = """<!doctype html><html lang="en"><title>A board</title><style>%s</style>
<main><h1>A board</h1><div id="el"></div></main>
<script type="module">
%s
const listeners = [], state = await window.ask({});
const model = {
  get: (name) => state[name],
  set: (name, value) => { state[name] = value; },
  on: (event, act) => listeners.push(act),
  save_changes: async () => {
    Object.assign(state, await window.ask({ moves: state.moves, values: state.values }));
    listeners.forEach((act) => act());
  },
};
render({ model, el: document.getElementById("el") });
</script></html>"""


def test_a_game_by_clicks_and_by_keys(book, context):
    """A click plays, a taken cell does nothing, keys play too, and the buttons go back, hide values and begin anew."""
    board, tab, errors = BoardWidget(book), context.new_page(), []

    def ask(changed):
        for name, value in changed.items():
            setattr(board, name, value)
        return {"moves": board.moves, "values": board.values, "shown": board.shown}

    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.expose_function("ask", ask)
    script = board._esm.removesuffix("\n").removesuffix("export default { render };")
    tab.set_content(PAGE % (board._css, script))
    said = tab.get_by_role("status")
    tab.get_by_role("button", name="a3: draw").click()
    tab.get_by_text("O to move: draw.").wait_for()
    tab.get_by_role("button", name="a3: X").click(force=True)
    tab.get_by_role("button", name="b3: loss in 6").press("Enter")
    tab.get_by_text("X to move: win in 5.").wait_for()
    assert board.moves == "a3 b3"
    assert axe_core()(tab) == []
    tab.get_by_role("button", name="Values").click()
    tab.get_by_text("X to move.", exact=True).wait_for()
    assert tab.locator("text=loss").count() == 0 and not board.values
    tab.get_by_role("button", name="Back").click()
    tab.get_by_text("O to move.", exact=True).wait_for()
    tab.get_by_role("button", name="New game").click()
    tab.get_by_text("X to move.", exact=True).wait_for()
    assert board.moves == "" and tab.get_by_role("button", name="Back").is_disabled()
    assert said.count() == 1 and errors == []
    tab.close()
