/** The picture of a row, enlarged by a click or a key: which scene it is, its pixels, and how much ground its footprint spans. */
import { byId, make } from "../../page/browser/dom.ts";
import { groundText } from "../../page/ground-text.ts";
import { boundsOf } from "../projection.ts";
import { positionsOfShape } from "../shape.ts";
import { detailText, headOf, leadOf, sceneText } from "./columns.ts";
import type { PageColumn, PageRow, PageScene } from "./page-rows.ts";

let opener: HTMLButtonElement | undefined;

const dialog = byId<HTMLDialogElement>("enlarged");
const large = byId<HTMLImageElement>("enlarged-picture");

byId("enlarged-close").addEventListener("click", () => dialog.close());
// A click beside the picture closes it.
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
// A table that was drawn again meanwhile has another button.
dialog.addEventListener("close", () => (opener?.isConnected === true ? opener : byId("rows")).focus());

/** The button in the table; none for a scene without a picture. */
export function pictureButton(scene: PageScene, columns: readonly PageColumn[]): HTMLElement[] {
  const row = scene.rows.find(({ data }) => data.picture !== undefined);
  if (row === undefined) return [];
  const name = nameOf(scene, row, columns);
  const button = make("button", { type: "button", className: "picture", ariaLabel: `Enlarge ${name}` });
  button.append(make("img", { src: row.data.picture!, alt: "", loading: "lazy" }));
  button.addEventListener("click", () => {
    opener = button;
    enlarge(name, scene, row, columns);
  });
  return [button];
}

function enlarge(name: string, scene: PageScene, row: PageRow, columns: readonly PageColumn[]): void {
  const about = columns
    .filter((column) => column !== leadOf(columns) && column.key !== "#")
    .flatMap((column) => detailText(scene, column));
  const ground = groundText(boundsOf(positionsOfShape(row.shape)));
  const showSize = (pixels: string): void => {
    byId("enlarged-size").textContent = [pixels, ...(ground === undefined ? [] : [ground])].join(" \u00b7 ");
  };
  Object.assign(large, { src: row.data.picture, alt: name });
  large.decode().then(
    () => showSize(`${large.naturalWidth} x ${large.naturalHeight} pixels`),
    () => showSize("this browser cannot draw the picture"),
  );
  byId("enlarged-name").textContent = name;
  byId("enlarged-about").textContent = about.join(" \u00b7 ");
  dialog.showModal();
}

/** `2026-11-19 10:15 UTC, scene 69c19618, GEO`, or the id of a row that is a scene of its own. */
function nameOf(scene: PageScene, { data }: PageRow, columns: readonly PageColumn[]): string {
  const lead = leadOf(columns);
  const first = lead === undefined ? "" : sceneText(scene, lead);
  const utc = lead !== undefined && headOf(lead).endsWith(" UTC") && first !== "" ? `${first} UTC` : first;
  const own = data.scene === undefined ? [data.label] : [`scene ${data.scene.name}`, data.scene.product];
  return [...new Set([utc, ...own])].filter((part) => part !== "").join(", ");
}
