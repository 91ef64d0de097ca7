/** The script of a gallery: enlarges pictures, goes from one to the next, and finds items by what their cards say. */
import { byId, counted } from "../../page/browser/dom.ts";

const cards = [...document.querySelectorAll<HTMLElement>(".card")];
const dialog = byId<HTMLDialogElement>("enlarged");
const large = byId<HTMLImageElement>("enlarged-picture");
const find = byId<HTMLInputElement>("find");

let shown: HTMLButtonElement | undefined;

const isShown = (card: HTMLElement): boolean => !card.hidden;

const shots = (): HTMLButtonElement[] =>
  cards.filter(isShown).flatMap((card) => [...card.querySelectorAll<HTMLButtonElement>("button.shot")]);

function enlarge(shot: HTMLButtonElement): void {
  const picture = shot.querySelector("img");
  if (picture === null) return;
  shown = shot;
  large.src = picture.src;
  large.alt = picture.alt;
  byId("enlarged-name").textContent = picture.alt;
  if (!dialog.open) dialog.showModal();
}

/** The next picture, or the one before; after the last one comes the first. */
function turn(step: number): void {
  const all = shots();
  const at = shown === undefined ? -1 : all.indexOf(shown);
  const next = all[(at + step + all.length) % all.length];
  if (next !== undefined) enlarge(next);
}

for (const card of cards) {
  for (const shot of card.querySelectorAll<HTMLButtonElement>("button.shot"))
    shot.addEventListener("click", () => enlarge(shot));
}
byId("back").addEventListener("click", () => turn(-1));
byId("on").addEventListener("click", () => turn(1));
byId("close").addEventListener("click", () => dialog.close());
dialog.addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft") turn(-1);
  else if (event.key === "ArrowRight") turn(1);
  else return;
  event.preventDefault();
});
// A click beside the picture closes it.
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
dialog.addEventListener("close", () => shown?.focus());

find.addEventListener("input", () => {
  const words = find.value.toLowerCase().split(/\s+/);
  for (const card of cards) {
    const text = (card.textContent ?? "").toLowerCase();
    card.hidden = !words.every((word) => text.includes(word));
  }
  const count = cards.filter(isShown).length;
  byId("status").textContent =
    count === cards.length ? "" : `${counted(count, "scene")} of ${cards.length} shown`;
});
