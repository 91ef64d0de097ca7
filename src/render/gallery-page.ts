/**
 * The gallery of a download folder: one HTML file with a card for each scene and its products. It sends no request.
 */
import { countText } from "../counted.ts";
import { escapeHtml } from "../escape-html.ts";
import type { Geometry } from "../geo/geojson.ts";
import { timeForPeople } from "../time/timestamp.ts";
import { badge, ENLARGED_FIGURE, htmlPage, SANDBOX_BADGE, groundText, pictureUrl } from "./html-page.ts";
import { boundsOf } from "./map-page/plane.ts";
import { positionsOfShape, shapeOf } from "./map-page/shape.ts";
import { GALLERY_SCRIPT, GALLERY_STYLE } from "./page/built/assets.generated.ts";
import { sizeText } from "./quantity-text.ts";
import { safeText } from "./safe-text.ts";

export interface GalleryPage {
  title: string;
  /** Time of the check of the folder, in ISO format. */
  madeAt: string;
  /** Whether all or some of its scenes are from a sandbox. */
  simulated: "all" | "some" | "none";
  /** Digests were compared, not just sizes. */
  isVerified: boolean;
  /** Files that a download has started and that are not in the manifest yet. */
  unfinished: number;
  /** Unreadable lines of the manifest. */
  unreadableLines: number;
  scenes: readonly GalleryScene[];
}

export interface GalleryScene {
  /** Collection time, or the id of an item without one. */
  name: string;
  /** Place, mode and satellite. */
  about: readonly string[];
  /** The reason why none of its products has a picture. */
  pictureFault?: string;
  /** At least one. */
  products: readonly GalleryProduct[];
}

export interface GalleryProduct {
  id: string;
  type?: string;
  /** A `data:` URL of a PNG or JPEG. */
  picture?: string;
  footprint?: Geometry;
  files: readonly GalleryFile[];
  /** Its metadata: name and value. */
  facts: readonly (readonly [name: string, value: string])[];
}

export interface GalleryFile {
  name: string;
  asset: string;
  size?: number;
  isOk: boolean;
  /** Digests were compared, but not for this file, since the manifest has none. */
  isBySize?: boolean;
  /** The comparison or the fault as text. */
  state: string;
}

export function galleryPage(gallery: GalleryPage): string {
  const { title, madeAt, simulated, isVerified, unfinished, unreadableLines, scenes } = gallery;
  const products = scenes.flatMap((scene) => scene.products);
  const files = products.flatMap((product) => product.files);
  const about = [
    `${countText(scenes.length, "scene")}, ${countText(products.length, "product")}`,
    `${filesText(files)}: ${verdict(files, isVerified)}`,
    ...(unfinished === 0 ? [] : [`${countText(unfinished, "more file")} not finished`]),
    ...(unreadableLines === 0
      ? []
      : [
          `${countText(unreadableLines, "line")} of the manifest cannot be read: their files are missing here`,
        ]),
    `made ${timeForPeople(madeAt, true)}`,
  ];
  return htmlPage({
    title,
    style: GALLERY_STYLE,
    data: null,
    script: GALLERY_SCRIPT,
    body: `<header class="head">
<div class="titles"><h1>${oneLineHtml(title)}</h1><p id="about">${SANDBOX_BADGES[simulated]}${oneLineHtml(about.join(" · "))}</p></div>
<p id="status" role="status" aria-live="polite"></p>
<label class="find">Find <input type="search" id="find"></label>
</header>
<main class="gallery">
${scenes.map((scene) => card(scene, isVerified)).join("\n")}
</main>
<dialog id="enlarged" aria-labelledby="enlarged-name">${ENLARGED_FIGURE}<div class="turn"><button type="button" id="back">Back</button><button type="button" id="on">Next</button><button type="button" id="enlarged-close">Close</button></div></dialog>`,
  });
}

const SANDBOX_BADGES = {
  all: SANDBOX_BADGE,
  some: badge("Sandbox, in part: invented data"),
  none: "",
} as const;

const filesText = (files: readonly GalleryFile[]): string =>
  `${countText(files.length, "file")}, ${sizeText(bytesOf(files))}`;

/** Returns the verdict with the terms of `verify`; sizes alone prove little. */
function verdict(files: readonly GalleryFile[], isVerified: boolean): string {
  const wrong = files.filter(({ isOk }) => !isOk).length;
  if (wrong > 0) return wrong === files.length ? "wrong or missing" : `${wrong} wrong or missing`;
  if (!isVerified) return "sizes match, contents not checked";
  const bySize = files.filter(({ isBySize }) => isBySize === true).length;
  return bySize === 0 ? "verified" : `verified, ${bySize} of them by size only`;
}

const bytesOf = (files: readonly GalleryFile[]): number => files.reduce((sum, { size = 0 }) => sum + size, 0);

/** Returns a text of a service or a file as one line, without characters that reverse or hide text. */
const oneLineHtml = (text: string): string =>
  escapeHtml(safeText(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} ...` : text));

const MAX_TEXT = 400;

function card({ name, about, pictureFault, products }: GalleryScene, isVerified: boolean): string {
  const [first, ...others] = products.filter(({ picture }) => pictureUrl(picture) !== undefined);
  return `<article class="card">
${first === undefined ? `<div class="noshot">${oneLineHtml(pictureFault ?? "No picture was downloaded with it")}</div>` : shot({ name, about }, first)}
<div class="card-text"><h2>${oneLineHtml(name)}</h2>
${about.length === 0 ? "" : `<p class="about">${oneLineHtml(about.join(" · "))}</p>`}
${stateOf(
  products.flatMap(({ files }) => files),
  isVerified,
)}
${others.length === 0 ? "" : `<div class="more">${others.map((product) => shot({ name, about }, product)).join("")}</div>`}
${products.map((product) => productDetails(product, { isVerified, isOnly: products.length === 1 })).join("\n")}
</div>
</article>`;
}

function stateOf(files: readonly GalleryFile[], isVerified: boolean): string {
  const isWrong = files.some(({ isOk }) => !isOk);
  const text = verdict(files, isVerified);
  return `<p class="state${isWrong ? " wrong" : ""}">${filesText(files)}: ${text}</p>`;
}

/** Returns the details of a product. With several products, the one with a fault shows it. */
function productDetails(
  { id, type, files, facts }: GalleryProduct,
  { isVerified, isOnly }: { isVerified: boolean; isOnly: boolean },
): string {
  const isWrong = files.some(({ isOk }) => !isOk);
  const state = isWrong ? `, <span class="wrong">${verdict(files, isVerified)}</span>` : "";
  const text = isOnly ? "files and metadata" : `${filesText(files)}${state}`;
  return `<details class="product"><summary><b>${oneLineHtml(type ?? id)}</b> <span>${text}</span></summary>
<p class="id"><code>${oneLineHtml(id)}</code></p><ul class="files">${files.map((file) => fileLine(id, file)).join("")}</ul>${list(facts)}</details>`;
}

function shot(
  { name: scene, about }: Pick<GalleryScene, "name" | "about">,
  { id, type, picture, footprint }: GalleryProduct,
): string {
  const ground = groundText(boundsOf(positionsOfShape(shapeOf(footprint)))) ?? "";
  const name = oneLineHtml(scene === id ? id : `${scene}, ${type ?? id}`);
  return `<button type="button" class="shot" aria-label="Enlarge ${name}" data-about="${oneLineHtml(about.join(" · "))}" data-ground="${oneLineHtml(ground)}"><img src="${pictureUrl(picture) ?? ""}" alt="${name}"></button>`;
}

const list = (facts: GalleryProduct["facts"]): string =>
  facts.length === 0
    ? ""
    : `<dl>${facts.map(([name, value]) => `<dt>${oneLineHtml(name)}</dt><dd>${oneLineHtml(value)}</dd>`).join("")}</dl>`;

/**
 * Returns the line of a file, without its folder: the folder's name is the id, which is in the line above.
 */
const fileLine = (id: string, { name, asset, size, isOk, state }: GalleryFile): string =>
  `<li><code>${oneLineHtml(name.startsWith(`${id}/`) ? name.slice(id.length + 1) : name)}</code><span>${oneLineHtml(asset)}${size === undefined ? "" : `, ${sizeText(size)}`}: </span><span${isOk ? "" : ' class="wrong"'}>${oneLineHtml(state)}</span></li>`;
