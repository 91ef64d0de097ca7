/** The small picture of a row, enlarged by a click or a key. */
import { byId, make } from "../../page/browser/dom.ts";
import { enlarge } from "../../page/browser/enlarged-picture.ts";
import type { PageColumn } from "../page-columns.ts";
import { detailText, leadOf, leadText } from "./columns.ts";
import type { PageRow, PageScene } from "./page-rows.ts";

/** Returns nothing for a scene without a picture. */
export function pictureButton(scene: PageScene, columns: readonly PageColumn[]): HTMLElement[] {
  const row = scene.rows.find(({ data }) => data.picture !== undefined);
  if (row === undefined) return [];
  const url = row.data.picture!;
  const name = nameOf(scene, row, columns);
  const button = make("button", { type: "button", className: "picture", ariaLabel: `Enlarge ${name}` });
  button.append(make("img", { src: url, alt: "", loading: "lazy" }));
  button.addEventListener("click", () => {
    const about = columns
      .filter((column) => column !== leadOf(columns) && column.key !== "#")
      .flatMap((column) => detailText(scene, column))
      .join(" \u00b7 ");
    const { ground = "" } = row.data;
    // If the table was redrawn in the meantime, it has another button.
    enlarge({ url, name, about, ground }, () => (button.isConnected ? button : byId("rows")).focus());
  });
  return [button];
}

/** Returns `2026-11-19T10:15Z, scene 69c19618, GEO`, or the id of a row that is its own scene. */
function nameOf(scene: PageScene, { data }: PageRow, columns: readonly PageColumn[]): string {
  const own = data.scene === undefined ? [data.label] : [`scene ${data.scene.name}`, data.scene.product];
  return [...new Set([leadText(scene, columns), ...own])].join(", ");
}
