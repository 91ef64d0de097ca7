/** The script of a gallery: enlarges pictures, moves between them, and filters items by the text of their cards. */
import { countText } from "../../../counted.ts";
import { findById, enlarge } from "../../page/browser/dom.ts";

const cards = [...document.querySelectorAll<HTMLElement>(".card")];
const find = findById<HTMLInputElement>("find");

let shown: HTMLButtonElement | undefined;

const isShown = (card: HTMLElement): boolean => !card.hidden;

const listShots = (): HTMLButtonElement[] =>
  cards.filter(isShown).flatMap((card) => [...card.querySelectorAll<HTMLButtonElement>("button.shot")]);

function show(shot: HTMLButtonElement): void {
  const picture = shot.querySelector("img");
  if (picture === null) return;
  shown = shot;
  const { about = "", ground = "" } = shot.dataset;
  enlarge({ url: picture.src, name: picture.alt, about, ground }, () => shot.focus());
}

/** Shows the next or the previous picture; after the last one comes the first. */
function turn(step: number): void {
  const all = listShots();
  const at = shown === undefined ? -1 : all.indexOf(shown);
  const next = all[(at + step + all.length) % all.length];
  if (next !== undefined) show(next);
}

for (const card of cards) {
  for (const shot of card.querySelectorAll<HTMLButtonElement>("button.shot"))
    shot.addEventListener("click", () => show(shot));
}
findById("back").addEventListener("click", () => turn(-1));
findById("on").addEventListener("click", () => turn(1));
findById("enlarged").addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft") turn(-1);
  else if (event.key === "ArrowRight") turn(1);
  else return;
  event.preventDefault();
});

find.addEventListener("input", () => {
  const words = find.value.toLowerCase().split(/\s+/);
  for (const card of cards) {
    const text = (card.textContent ?? "").toLowerCase();
    card.hidden = !words.every((word) => text.includes(word));
  }
  const count = cards.filter(isShown).length;
  findById("status").textContent =
    count === cards.length ? "" : `${countText(count, "scene")} of ${cards.length} shown`;
});
