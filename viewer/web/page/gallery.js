"use strict";
// The gallery: the games as cards, and games whose rules are typed.

oxobook.Gallery = class {
  #at(id) { return document.getElementById(id); }

  // onChoose(rules) is called with the game that is chosen.
  constructor(library, source, onChoose) {
    Object.assign(this, { library, source, dialog: this.#at("games") });
    this.choose = (rules) => {
      this.dialog.close();
      onChoose(rules);
    };
    this.#at("own-open").addEventListener("click", () => this.#own());
    this.#at("own-rules").addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // it would close the dialog
      this.#own();
    });
  }

  // Open it; ``chosen`` is the game that is on the page.
  open(chosen) {
    this.#at("cards").replaceChildren(...this.library.games.map((rules) => this.#card(rules, rules === chosen)));
    this.dialog.showModal();
  }

  #card(rules, chosen) {
    const { html, words } = oxobook;
    const { value, winner } = rules;
    const special = [{ torus: "all edges meet", cylinder: "left and right meet", cube: "in any direction of space" }[rules.kind], rules.gravity && "stones fall", rules.misere && "whoever completes a line loses"].filter(Boolean);
    const line = words.capital([`${words.count(rules.k)} in a row`, ...special].join(", "));
    const card = html("button", { type: "button", class: "card", "data-rules": rules.text, "aria-pressed": String(chosen) },
      oxobook.panels.thumbnail(rules, []),
      html("span", { class: "about" }, html("b", {}, words.title(rules)), html("span", { class: "quiet" }, `${words.size(rules)}. ${line}.`), html("span", { class: `value ${winner ? "win" : value}` }, words.result(rules))));
    card.addEventListener("click", () => this.choose(rules));
    return card;
  }

  // Open the game whose rules were typed; where there is no book of it, say how to make one.
  async #own() {
    const text = this.#at("own-rules").value.trim().toLowerCase().replaceAll(" ", "");
    if (!this.library.named(text)) await this.library.look().catch(() => { /* that nobody answers is said below */ });
    const found = this.library.named(text);
    this.#at("own-said").textContent = found || !text ? "" : await this.source.missing(text).catch((error) => `${oxobook.words.capital(error.message)}.`.replace("..", "."));
    if (found) this.choose(found);
  }
};
