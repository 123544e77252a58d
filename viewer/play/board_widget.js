/* The board of a notebook: the picture that Python draws, under a button for each cell. */

function button(words, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}

function render({ model, el }) {
  const set = (name, value) => {
    model.set(name, value);
    model.save_changes();
  };
  const record = () => model.get("moves").split(" ").filter(Boolean);
  const play = (name) => name in model.get("shown").worth && set("moves", [...record(), name].join(" "));

  const picture = document.createElement("div");
  const cells = document.createElement("div");
  cells.className = "oxobook-cells";
  const said = document.createElement("p");
  said.setAttribute("role", "status");
  const back = button("Back", () => set("moves", record().slice(0, -1).join(" ")));
  const values = button("Values", () => set("values", !model.get("values")));
  const board = document.createElement("div");
  board.className = "oxobook-board";
  board.append(picture, cells);
  el.classList.add("oxobook");
  el.append(board, said, back, button("New game", () => set("moves", "")), values);

  const draw = () => {
    const shown = model.get("shown");
    picture.innerHTML = shown.picture;
    said.textContent = shown.said;
    back.disabled = !record().length;
    values.setAttribute("aria-pressed", model.get("values"));
    cells.style.gridTemplateColumns = `repeat(${shown.columns}, 1fr)`;
    while (cells.children.length < shown.cells.length) {
      const [name] = shown.cells[cells.children.length];
      cells.append(button("", () => play(name)));
    }
    shown.cells.forEach(([name, stone], number) => {
      const free = name in shown.worth;
      cells.children[number].setAttribute("aria-label", [name, stone || shown.worth[name]].filter(Boolean).join(": "));
      cells.children[number].setAttribute("aria-disabled", !free);
    });
  };
  model.on("change:shown", draw);
  draw();
}

export default { render };
