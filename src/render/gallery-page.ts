/**
 * The gallery of a download folder: one HTML file with a card for each scene and its products. It sends no request.
 */
import { countText, sizeText } from "../counted.ts";
import { escapeHtml } from "../escape-html.ts";
import type { Geometry } from "../geo/geojson.ts";
import { timeForPeople } from "../time/timestamp.ts";
import {
  writeBadge,
  ENLARGED_FIGURE,
  writeHtmlPage,
  SANDBOX_BADGE,
  describeGround,
  checkPictureUrl,
} from "./html-page.ts";
import { toBounds } from "./map-page/plane.ts";
import { listShapePositions, shapeOf } from "./map-page/shape.ts";
import { GALLERY_SCRIPT, GALLERY_STYLE } from "./page/built/assets.generated.ts";
import { escapeText } from "./safe-text.ts";

export interface GalleryPage {
  title: string;
  /** Time of the check of the folder, in ISO format. */
  madeAt: string;
  /** The part of the scenes that is from a sandbox. */
  simulated: "all" | "some" | "none";
  /** True if digests were compared, and not only sizes. */
  isVerified: boolean;
  /** Number of files that a download started, and that are not in the manifest yet. */
  unfinished: number;
  /** Number of unreadable lines in the manifest. */
  unreadableLines: number;
  scenes: readonly GalleryScene[];
}

export interface GalleryScene {
  /** The collection time, or the item's id if the time is unknown. */
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
  /** Metadata of the product. */
  facts: readonly (readonly [name: string, value: string])[];
}

export interface GalleryFile {
  name: string;
  asset: string;
  size?: number;
  isOk: boolean;
  /** True if the download compared the file with a digest. */
  isProven?: boolean;
  /** True if digests were compared, except that of this file, which the manifest lacks. */
  isBySize?: boolean;
  /** The comparison or the fault as text. */
  state: string;
}

export function writeGalleryPage(gallery: GalleryPage): string {
  const { title, madeAt, simulated, isVerified, unfinished, unreadableLines, scenes } = gallery;
  const products = scenes.flatMap((scene) => scene.products);
  const files = products.flatMap((product) => product.files);
  const about = [
    `${countText(scenes.length, "scene")}, ${countText(products.length, "product")}`,
    `${describeFiles(files)}: ${describeVerdict(files, isVerified)}`,
    ...(unfinished === 0 ? [] : [`${countText(unfinished, "more file")} not finished`]),
    ...(unreadableLines === 0
      ? []
      : [
          `${countText(unreadableLines, "line")} of the manifest cannot be read: their files are missing here`,
        ]),
    `made ${timeForPeople(madeAt, true)}`,
  ];
  return writeHtmlPage({
    title,
    style: GALLERY_STYLE,
    data: null,
    script: GALLERY_SCRIPT,
    body: `<header class="head">
<div class="titles"><h1>${toOneLineHtml(title)}</h1><p id="about">${SANDBOX_BADGES[simulated]}${toOneLineHtml(about.join(" · "))}</p></div>
<p id="status" role="status" aria-live="polite"></p>
<label class="find">Find <input type="search" id="find"></label>
</header>
<main class="gallery">
${scenes.map((scene) => writeCard(scene, isVerified)).join("\n")}
</main>
<dialog id="enlarged" aria-labelledby="enlarged-name">${ENLARGED_FIGURE}<div class="turn"><button type="button" id="back">Back</button><button type="button" id="on">Next</button><button type="button" id="enlarged-close">Close</button></div></dialog>`,
  });
}

const SANDBOX_BADGES = {
  all: SANDBOX_BADGE,
  some: writeBadge("Sandbox, in part: invented data"),
  none: "",
} as const;

const describeFiles = (files: readonly GalleryFile[]): string =>
  `${countText(files.length, "file")}, ${sizeText(formatBytes(files))}`;

/** Returns the verdict in the words of the `verify` command. Equal sizes alone prove little, so the text is weaker. */
function describeVerdict(files: readonly GalleryFile[], isVerified: boolean): string {
  const wrong = files.filter(({ isOk }) => !isOk).length;
  if (wrong > 0) return wrong === files.length ? "wrong or missing" : `${wrong} wrong or missing`;
  if (!isVerified)
    return files.every(({ isProven }) => isProven === true)
      ? "verified on download, sizes match now"
      : "sizes match, contents not checked";
  const bySize = files.filter(({ isBySize }) => isBySize === true).length;
  return bySize === 0 ? "verified" : `verified, ${bySize} of them by size only`;
}

const formatBytes = (files: readonly GalleryFile[]): number =>
  files.reduce((sum, { size = 0 }) => sum + size, 0);

/** Returns a text of a service or a file as one line, without characters that reverse or hide text. */
const toOneLineHtml = (text: string): string =>
  escapeHtml(escapeText(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} ...` : text));

const MAX_TEXT = 400;

function writeCard({ name, about, pictureFault, products }: GalleryScene, isVerified: boolean): string {
  const [first, ...others] = products.filter(({ picture }) => checkPictureUrl(picture) !== undefined);
  return `<article class="card">
${first === undefined ? `<div class="noshot">${toOneLineHtml(pictureFault ?? "No picture was downloaded with it")}</div>` : writeShot({ name, about }, first)}
<div class="card-text"><h2>${toOneLineHtml(name)}</h2>
${about.length === 0 ? "" : `<p class="about">${toOneLineHtml(about.join(" · "))}</p>`}
${stateOf(
  products.flatMap(({ files }) => files),
  isVerified,
)}
${others.length === 0 ? "" : `<div class="more">${others.map((product) => writeShot({ name, about }, product)).join("")}</div>`}
${products.map((product) => listProductDetails(product, { isVerified, isOnly: products.length === 1 })).join("\n")}
</div>
</article>`;
}

function stateOf(files: readonly GalleryFile[], isVerified: boolean): string {
  const isWrong = files.some(({ isOk }) => !isOk);
  const text = describeVerdict(files, isVerified);
  return `<p class="state${isWrong ? " wrong" : ""}">${describeFiles(files)}: ${text}</p>`;
}

/** Returns the details of a product, with its own fault if the item has several products. */
function listProductDetails(
  { id, type, files, facts }: GalleryProduct,
  { isVerified, isOnly }: { isVerified: boolean; isOnly: boolean },
): string {
  const isWrong = files.some(({ isOk }) => !isOk);
  const state = isWrong ? `, <span class="wrong">${describeVerdict(files, isVerified)}</span>` : "";
  const text = isOnly ? "files and metadata" : `${describeFiles(files)}${state}`;
  return `<details class="product"><summary><b>${toOneLineHtml(type ?? id)}</b> <span>${text}</span></summary>
<p class="id"><code>${toOneLineHtml(id)}</code></p><ul class="files">${files.map((file) => writeFileLine(id, file)).join("")}</ul>${list(facts)}</details>`;
}

function writeShot(
  { name: scene, about }: Pick<GalleryScene, "name" | "about">,
  { id, type, picture, footprint }: GalleryProduct,
): string {
  const ground = describeGround(toBounds(listShapePositions(shapeOf(footprint)))) ?? "";
  const name = toOneLineHtml(scene === id ? id : `${scene}, ${type ?? id}`);
  return `<button type="button" class="shot" aria-label="Enlarge ${name}" data-about="${toOneLineHtml(about.join(" · "))}" data-ground="${toOneLineHtml(ground)}"><img src="${checkPictureUrl(picture) ?? ""}" alt="${name}"></button>`;
}

const list = (facts: GalleryProduct["facts"]): string =>
  facts.length === 0
    ? ""
    : `<dl>${facts.map(([name, value]) => `<dt>${toOneLineHtml(name)}</dt><dd>${toOneLineHtml(value)}</dd>`).join("")}</dl>`;

/** Returns the line of a file without its folder, whose name is in the line above. */
function writeFileLine(id: string, { name, asset, size, isOk, state }: GalleryFile): string {
  const ownName = name.startsWith(`${id}/`) ? name.slice(id.length + 1) : name;
  const sized = size === undefined ? "" : `, ${sizeText(size)}`;
  const mark = isOk ? "" : ' class="wrong"';
  return `<li><code>${toOneLineHtml(ownName)}</code><span>${toOneLineHtml(asset)}${sized}: </span><span${mark}>${toOneLineHtml(state)}</span></li>`;
}
