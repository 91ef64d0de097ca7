/** A picture at its largest, with a caption: what it shows, its pixels, and how much ground they are. Escape closes it. */
import { byId } from "./dom.ts";

export interface EnlargedPicture {
  url: string;
  name: string;
  about: string;
  /** How much ground it shows, in words. */
  ground: string;
}

const dialog = byId<HTMLDialogElement>("enlarged");
const large = byId<HTMLImageElement>("enlarged-picture");
let returnFocus: () => void = () => {};

byId("enlarged-close").addEventListener("click", () => dialog.close());
// A click beside the picture closes it.
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
dialog.addEventListener("close", () => returnFocus());

/** Shows the picture, also in place of one that is open; `focus` is called when it is closed. */
export function enlarge({ url, name, about, ground }: EnlargedPicture, focus: () => void): void {
  returnFocus = focus;
  Object.assign(large, { src: url, alt: name });
  byId("enlarged-name").textContent = name;
  byId("enlarged-about").textContent = about;
  const showSize = (pixels: string): void => {
    if (large.src !== url) return;
    byId("enlarged-size").textContent = ground === "" ? pixels : `${pixels} \u00b7 ${ground}`;
  };
  large.decode().then(
    () => showSize(`${large.naturalWidth} x ${large.naturalHeight} pixels`),
    () => showSize("this browser cannot draw the picture"),
  );
  if (!dialog.open) dialog.showModal();
}
