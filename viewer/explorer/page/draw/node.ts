/** A strategy as a picture: boards as nodes, and what joins them. */

import type { Game } from "../game/game.ts";

/** A board of a picture, and the moves of the game that lead to it. */
export type PictureNode = {
  element: SVGElement;
  moves: string[];
  label: string;
  parent: PictureNode | null;
  children: PictureNode[];
  near?: PictureNode[]; // in a picture of all positions: itself, and those a move before and after
};

export type Picture = {
  picture: SVGSVGElement;
  nodes: PictureNode[];
  edges: { element: SVGElement; from: PictureNode; to: PictureNode }[];
  rules: Rules;
  place: (game: Pick<Game, "shown" | "board">) => PictureNode | null; // the node of a game's place
};
