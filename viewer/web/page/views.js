"use strict";
// What stands beside the board: the moves, or the strategy drawn as a graph or a map. What draws is loaded when a picture
// is first asked for.

oxobook.Views = class {
  #chosen = "moves";
  #asked = 0; // the number of the last request: what an older one has waited for comes too late
  #game = null;
  #pick = null;
  #pictures = null;

  // onGo(moves) is called with the moves of the place that is chosen in a picture.
  constructor(source, onGo) {
    const at = (id) => document.getElementById(id);
    Object.assign(this, { source, onGo, switch: at("views"), panel: at("picture"), caption: at("caption") });
    this.switch.addEventListener("click", (event) => event.target.dataset.view && this.#choose(event.target.dataset.view));
  }

  // Show the picture of a game's place, where the book picks this move; without a game there is none to show.
  show(game, pick = null) {
    this.#game = game;
    this.#pick = pick;
    for (const button of this.switch.children) {
      button.hidden = !this.#offers(button.dataset.view);
      button.setAttribute("aria-pressed", String(button.dataset.view === this.#shown));
    }
    this.switch.hidden = !game;
    document.body.dataset.view = this.#shown;
    this.panel.hidden = this.#shown === "moves";
    if (!this.panel.hidden) this.#draw();
  }

  // What is chosen, where it is offered.
  get #shown() { return this.#offers(this.#chosen) ? this.#chosen : "moves"; }

  #offers(view) { return this.#game !== null && (!view.startsWith("map") || this.source.maps(this.#game, view.at(-1).toUpperCase()).length > 0); }

  #choose(view) {
    this.#chosen = view;
    this.show(this.#game, this.#pick);
    if (!this.panel.hidden && this.panel.getBoundingClientRect().bottom > innerHeight) this.panel.scrollIntoView({ block: "nearest" });
  }

  async #draw() {
    const [view, game, pick, number] = [this.#shown, this.#game, this.#pick, ++this.#asked];
    const latest = () => number === this.#asked;
    const late = setTimeout(() => { this.caption.textContent = "Drawing …"; }, 300);
    try {
      await oxobook.more();
      this.#pictures ??= new oxobook.Pictures(this.source, this.onGo);
      if (latest()) await this.#pictures.draw(view, game, pick, latest);
    } catch (error) {
      if (latest()) this.caption.textContent = `The picture cannot be shown now. ${error.message}`;
    } finally {
      clearTimeout(late);
    }
  }
};
