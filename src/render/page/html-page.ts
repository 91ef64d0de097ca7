/**
 * The shell of a page that is one file and sends no request: a Content-Security-Policy that allows its own style and
 * scripts by their hashes, pictures that are inside as `data:` URLs, and no request. Style attributes are not covered by
 * hashes, so that the markup has none.
 */
import { createHash } from "node:crypto";
import { escapeHtml } from "../../escape-html.ts";
import { PAGE_MARK } from "../page-mark.ts";

export interface HtmlPage {
  title: string;
  style: string;
  /** Our own markup, in which all other text is escaped by `escapeHtml`. */
  body: string;
  /** The data of the scripts: the JSON text of the element with the id `data`. */
  data: unknown;
  scripts: readonly string[];
}

export function htmlPage({ title, style, body, data, scripts }: HtmlPage): string {
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${scripts.map(hashOf).join(" ")}`,
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
    ...scripts.map((script) => `<script>${script}</script>`),
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** JSON that no HTML parser reads a tag or a comment in. */
const jsonInHtml = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** A mark at the head of a page. */
export const badge = (text: string): string => `<span class="badge">${escapeHtml(text)}</span>`;

export const SANDBOX_BADGE = badge("Sandbox: invented data");

/** A picture with its caption, which `page/browser/enlarged-picture.ts` fills. */
export const ENLARGED_FIGURE =
  '<figure><img id="enlarged-picture" alt=""><figcaption><b id="enlarged-name"></b><span id="enlarged-about"></span><span id="enlarged-size"></span></figcaption></figure>';
