/** What is shared: a link that holds the game, and a picture of the board or of the map. */

import { useRef, useState } from "preact/hooks";
import { SmallBoard } from "../board/pieces.tsx";
import { hasPassed } from "../actions.ts";
import { shownMoves } from "../game/game.ts";
import { addressOf, hashOf } from "../game/link.ts";
import { placeOn } from "../game/roads.ts";
import { nameOf, sideName } from "../words/say.ts";
import { declined, fill, movesText, text } from "../words/text.ts";
import { entry, opponent, own, rules, state } from "../state.ts";
import { pngOf } from "../picture.ts";
import { Dialog } from "./dialog.tsx";
import { MapPicture, mapSide, useMap } from "./map_card.tsx";
import type { RefObject, TargetedEvent } from "preact";

export function Share() {
  const walk = state.walk.value, side = walk?.side ?? mapSide();
  const [ofMap, setOfMap] = useState(Boolean(walk));
  const picture = useRef<HTMLDivElement>(null);
  const mark = (event: TargetedEvent<HTMLInputElement>) => event.currentTarget.select();
  const link = addressOf(hashOf(state.game.value, state.values.value, state.puzzle.value?.ply));
  const mail = new URLSearchParams({
    subject: fill(text.mailSubject, nameOf(rules.value)),
    body: fill(text.mailBody, link),
  });
  return (
    <Dialog title={text.share} name="share">
      <div class="link-row">
        <input readOnly aria-label={text.shareLink} value={link} onFocus={mark} />
        <Copy words={text.copyLink} copy={() => navigator.clipboard.writeText(link)} main />
      </div>
      <p>
        <a href={`mailto:?${String(mail).replaceAll("+", "%20")}`}>{text.yourMoveMail}</a>
      </p>
      <h3>{text.picture}</h3>
      {side && (
        <div class="tabs" role="group" aria-label={text.picture}>
          {[false, true].map((one) => (
            <button
              aria-pressed={ofMap === one}
              onClick={() => setOfMap(one)}
            >
              {one ? text.ofMap : text.ofBoard}
            </button>
          ))}
        </div>
      )}
      <div class="shared-picture" ref={picture}>
        {ofMap && side
          ? <SharedMap side={side} />
          : <SmallBoard rules={rules.value} moves={shownMoves(state.game.value)} />}
      </div>
      <PictureButtons picture={picture} link={link} />
    </Dialog>
  );
}

/** The map on the game's way; one that was walked in has its road ringed. */
function SharedMap({ side }: { side: Side }) {
  const walk = state.walk.value, along = useMap(side), map = walk?.map ?? along;
  if (!map) return null;
  const ring = walk && (walk.road ?? walk.here);
  const place = walk ? null : placeOn(map, shownMoves(state.game.value));
  return <MapPicture rules={rules.value} map={map} depth={3} ring={ring} place={place} />;
}

/** Copy, save or send the picture that is shown. */
function PictureButtons({ picture, link }: { picture: RefObject<HTMLDivElement>; link: string }) {
  const drawn = () => pngOf(picture.current!.querySelector("svg")!);
  const save = async () => {
    const href = URL.createObjectURL(await drawn());
    Object.assign(document.createElement("a"), { href, download: "oxobook.png" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  };
  const send = async () => {
    const files = [new File([await drawn()], "oxobook.png", { type: "image/png" })];
    const message = { text: sentWords(), url: link };
    const whole = navigator.canShare?.({ ...message, files }) ? { ...message, files } : message;
    await navigator.share(whole).catch(() => {/* it was not sent after all */});
  };
  return (
    <div class="row">
      <Copy
        words={text.copyPicture}
        copy={() => navigator.clipboard.write([new ClipboardItem({ "image/png": drawn() })])}
      />
      <button onClick={save}>{text.savePicture}</button>
      {"share" in navigator && <button onClick={send}>{text.send}</button>}
    </div>
  );
}

/** What is said beside the link. */
function sentWords() {
  const walk = state.walk.value, of = rules.value;
  if (walk) {
    const end = walk.road ?? walk.here;
    const words = end.winner === walk.side ? text.roadLost : text.roadHeld;
    return fill(words, sideName(of.text, walk.side));
  }
  if (!hasPassed()) return fill(text.gameWords, nameOf(of));
  const made = Math.ceil((state.game.value.moves.length + (own.value === "X" ? 1 : 0)) / 2);
  return entry.value?.winner
    ? fill(text.wonWords, opponent.value, movesText(made))
    : fill(text.heldWords, declined(opponent.value));
}

/** A button that copies something, and says whether it did. */
function Copy({ words, copy, main = false }: {
  words: string;
  copy: () => Promise<void>;
  main?: boolean;
}) {
  const [said, say] = useState("");
  const act = async () => {
    say(await Promise.resolve().then(copy).then(() => text.copied, () => text.cannotCopy));
    setTimeout(() => say(""), 2000);
  };
  return (
    <button class={main ? "main" : ""} onClick={act} aria-live="polite">{said || words}</button>
  );
}
