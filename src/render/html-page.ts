/**
 * The shell of a page that is one file and sends no request. Its Content-Security-Policy allows only its own style
 * and script, by their hashes, and embedded `data:` pictures. Hashes do not cover style attributes, so the markup
 * has none.
 */
import { createHash } from "node:crypto";
import { escapeHtml } from "../escape-html.ts";
import type { Bounds } from "../geo/bounds.ts";
import { KM_PER_DEGREE } from "../geo/great-circle.ts";
import type { PictureKind } from "./decode-picture.ts";

interface HtmlPage {
  title: string;
  style: string;
  /** Markup of the program, in which texts of others are escaped by `escapeHtml`. */
  body: string;
  /** The data of the script. The page contains it as JSON, in the element with the id `data`. */
  data: unknown;
  script: string;
}

export function writeHtmlPage({ title, style, body, data, script }: HtmlPage): string {
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    PAGE_MARK,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    body,
    `<script type="application/json" id="data">${writeJsonInHtml(data)}</script>`,
    `<script>${script}</script>`,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Returns JSON in which no HTML parser finds a tag or a comment. */
const writeJsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Returns a mark for the header of a page. */
export const writeBadge = (text: string): string => `<span class="badge">${escapeHtml(text)}</span>`;

export const SANDBOX_BADGE = writeBadge("Sandbox: invented data");

/** A picture with its caption, filled by `page/browser/enlarged-picture.ts`. */
export const ENLARGED_FIGURE =
  '<figure><img id="enlarged-picture" alt=""><figcaption><b id="enlarged-name"></b><span id="enlarged-about"></span><span id="enlarged-size"></span></figcaption></figure>';

/** The first lines of every generated page have this mark, by which the program recognises a page before overwriting. */
export const PAGE_MARK = '<meta name="generator" content="swath">';

/** Returns the `data:` URL of a picture in a page. */
export const makeDataUrl = ({ kind, bytes }: { kind: PictureKind; bytes: Buffer }): string =>
  `data:image/${kind};base64,${bytes.toString("base64")}`;

/** The URLs of `makeDataUrl`. An address is refused, and so is SVG, which may contain markup. */
const PICTURE_URL = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]*={0,2}$/;

/** Returns the `data:` URL of a PNG or JPEG; undefined for anything else. */
export const checkPictureUrl = (url: string | undefined): string | undefined =>
  url !== undefined && PICTURE_URL.test(url) ? url : undefined;

/**
 * Returns the extent of a footprint for a caption: `footprint 13.9 km east-west, 14.3 km north-south`. Undefined for a
 * point, and near the poles, where east and west are meaningless.
 */
export function describeGround(bounds: Bounds | undefined): string | undefined {
  if (bounds === undefined) return undefined;
  const [west, south, east, north] = bounds;
  if (east - west > 90 || Math.max(Math.abs(south), Math.abs(north)) > 88) return undefined;
  const high = (north - south) * KM_PER_DEGREE;
  const wide = (east - west) * KM_PER_DEGREE * Math.cos((((south + north) / 2) * Math.PI) / 180);
  if (high <= 0 || wide <= 0) return undefined;
  return `footprint ${formatLength(wide)} east-west, ${formatLength(high)} north-south`;
}

function formatLength(km: number): string {
  if (km < 1) return `${Math.round(km * 1000)} m`;
  return `${km < 100 ? km.toFixed(1) : Math.round(km)} km`;
}
