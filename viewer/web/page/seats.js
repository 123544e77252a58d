"use strict";
// The seats: who plays, and whom there is to play against.

oxobook.Seats = class {
  #players = []; // who knows the game

  // onAgainst(name, side) is called when an opponent is chosen, onSeat(side, name) when somebody takes a seat.
  constructor(source, onAgainst, onSeat) {
    Object.assign(this, { source, onAgainst });
    for (const side of "XO") this.#at(side).addEventListener("change", (event) => onSeat(side, event.target.value));
  }

  #at(side) { return document.getElementById(`seat-${side.toLowerCase()}`); }

  // Learn who knows the game: a player that does not gives way to one that does.
  async settle(game) {
    this.#players = await this.source.players(game.rules);
    for (const side of "XO") {
      if (game.seats[side] !== "human" && !this.#players.some((player) => player.name === game.seats[side])) game.seats[side] = game.mode === "play" ? "perfect" : "human";
      const chosen = this.#at(side);
      chosen.replaceChildren(oxobook.html("option", { value: "human" }, "you"), ...this.#players.map((player) => oxobook.html("option", { value: player.name, title: player.plays }, player.name)));
      chosen.value = game.seats[side];
    }
  }

  // Offer the opponents, of whom one sits; ``own`` is the person's side.
  offer(game, own) {
    const chosen = Object.values(game.seats).find((name) => name !== "human") || "human";
    oxobook.opponents(document.getElementById("levels"), document.getElementById("players"), this.#players, chosen, oxobook.words.other(own), (name) => this.onAgainst(name, own));
  }
};
