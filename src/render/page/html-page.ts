/**
 * The shell of a page that is one file and sends no request. Its Content-Security-Policy allows only its own style
 * and script, by their hashes, and embedded `data:` pictures. Hashes do not cover style attributes, so the markup
 * has none.
 */
import { createHash } from "node:crypto";
import { escapeHtml } from "../../escape-html.ts";
import { PAGE_MARK } from "../page-mark.ts";

interface HtmlPage {
  title: string;
  style: string;
  /** Our own markup, in which `escapeHtml` has escaped all other text. */
  body: string;
  /** The data of the script: the JSON text of the element with the id `data`. */
  data: unknown;
  script: string;
}

export function htmlPage({ title, style, body, data, script }: HtmlPage): string {
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
    `<script type="application/json" id="data">${jsonInHtml(data)}</script>`,
    `<script>${script}</script>`,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Returns JSON in which no HTML parser finds a tag or a comment. */
const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Returns a mark for the header of a page. */
export const badge = (text: string): string => `<span class="badge">${escapeHtml(text)}</span>`;

export const SANDBOX_BADGE = badge("Sandbox: invented data");

/** A picture with its caption, filled by `page/browser/enlarged-picture.ts`. */
export const ENLARGED_FIGURE =
  '<figure><img id="enlarged-picture" alt=""><figcaption><b id="enlarged-name"></b><span id="enlarged-about"></span><span id="enlarged-size"></span></figcaption></figure>';
