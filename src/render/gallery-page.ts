/** The gallery of a download folder: one HTML file with a card for each item. It sends no request. */
import { escapeHtml, htmlPage } from "./page/html-page.ts";
import { GALLERY_SCRIPT, GALLERY_STYLE } from "./gallery-page/assets.generated.ts";
import { pictureUrl } from "./page/picture-url.ts";
import { countText, sizeText } from "./quantity-text.ts";
import { safeText } from "./safe-text.ts";

export interface GalleryPage {
  title: string;
  /** When the folder was looked at, as an ISO time. */
  madeAt: string;
  items: readonly GalleryItem[];
}

export interface GalleryItem {
  id: string;
  /** A `data:` URL of a PNG or JPEG. */
  picture?: string;
  files: readonly GalleryFile[];
  /** What its metadata say: name and value. */
  facts: readonly (readonly [name: string, value: string])[];
}

export interface GalleryFile {
  name: string;
  asset: string;
  size?: number;
  isOk: boolean;
  /** In words: what was compared, or what is wrong. */
  state: string;
}

/** How many facts stand on the card itself; the others are folded away. */
const SHOWN_FACTS = 5;

export function galleryPage({ title, madeAt, items }: GalleryPage): string {
  const files = items.flatMap((item) => item.files);
  const wrong = files.filter(({ isOk }) => !isOk).length;
  const about = [
    countText(items.length, "item"),
    countText(files.length, "file"),
    sizeText(files.reduce((sum, { size = 0 }) => sum + size, 0)),
    wrong === 0 ? "all files are complete" : `${countText(wrong, "file")} wrong or missing`,
    `made ${madeAt.slice(0, 16).replace("T", " ")} UTC`,
  ];
  return htmlPage({
    title,
    style: GALLERY_STYLE,
    data: null,
    scripts: [GALLERY_SCRIPT],
    body: `<header class="head">
<div class="titles"><h1>${inText(title)}</h1><p id="about">${inText(about.join(" · "))}</p></div>
<p id="status" role="status" aria-live="polite"></p>
<label class="find">Find <input type="search" id="find"></label>
</header>
<main class="gallery">
${items.map(card).join("\n")}
</main>
<dialog id="enlarged" aria-label="Picture"><figure><img id="enlarged-picture" class="large" alt=""><figcaption id="enlarged-name"></figcaption></figure><div class="turn"><button type="button" id="back">Back</button><button type="button" id="on">Next</button><button type="button" id="close">Close</button></div></dialog>`,
  });
}

/** A text of a service or a file: one line, without characters that turn or hide text. */
const inText = (text: string): string =>
  escapeHtml(safeText(text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} ...` : text));

const LONGEST_TEXT = 400;

function card({ id, picture, files, facts }: GalleryItem): string {
  const wrong = files.filter(({ isOk }) => !isOk);
  const bytes = files.reduce((sum, { size = 0 }) => sum + size, 0);
  const state =
    wrong.length === 0
      ? `<p class="state">complete: ${countText(files.length, "file")}, ${sizeText(bytes)}</p>`
      : `<p class="state wrong">${wrong.length} of ${countText(files.length, "file")} wrong or missing</p>`;
  return `<article class="card">
${shot(id, picture)}
<div class="card-text"><h2>${inText(id)}</h2>
${state}
${list(facts.slice(0, SHOWN_FACTS))}
<details><summary>Files and metadata</summary><ul class="files">${files.map(fileLine).join("")}</ul>${list(facts.slice(SHOWN_FACTS))}</details>
</div>
</article>`;
}

const shot = (id: string, picture: string | undefined): string =>
  pictureUrl(picture) !== undefined
    ? `<button type="button" class="shot" aria-label="Enlarge ${inText(id)}"><img src="${picture}" alt="${inText(id)}"></button>`
    : '<div class="noshot">no picture</div>';

const list = (facts: GalleryItem["facts"]): string =>
  facts.length === 0
    ? ""
    : `<dl>${facts.map(([name, value]) => `<dt>${inText(name)}</dt><dd>${inText(value)}</dd>`).join("")}</dl>`;

const fileLine = ({ name, asset, size, isOk, state }: GalleryFile): string =>
  `<li><code>${inText(name)}</code><span>${inText(asset)}${size === undefined ? "" : `, ${sizeText(size)}`}: </span><span${isOk ? "" : ' class="wrong"'}>${inText(state)}</span></li>`;
