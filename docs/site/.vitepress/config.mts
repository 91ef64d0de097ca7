/** The website: its pages and their order are in src/docs/pages.ts, its texts in docs/. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { toAnchor } from "../../../src/docs/markdown.ts";
import { PAGE_GROUPS, readPage } from "../../../src/docs/pages.ts";

const DOCS = join(import.meta.dirname, "../..");

const pageOf = (file: string) => readPage(file, readFileSync(join(DOCS, file), "utf8"));
const linkOf = (file: string): string => `/${file.replace(/\.md$/, "")}`;

export default defineConfig({
  title: "swath",
  lang: "en",
  srcDir: "pages",
  outDir: "dist",
  srcExclude: ["SKILL.md"],
  // With it, a script per page would name all others.
  metaChunk: true,
  head: [["link", { rel: "icon", href: "/icon.svg", type: "image/svg+xml" }]],
  markdown: {
    // The anchors of GitHub, which the links in docs/ use.
    anchor: { slugify: toAnchor },
    toc: { slugify: toAnchor },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    logo: "/icon.svg",
    nav: [
      { text: "Start", link: "/start" },
      { text: "Troubleshooting", link: "/troubleshooting" },
      { text: "Reference", link: "/reference" },
    ],
    sidebar: PAGE_GROUPS.map(({ title, pages }) => ({
      text: title,
      items: pages.map((file) => ({ text: pageOf(file).title.replaceAll("`", ""), link: linkOf(file) })),
    })),
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: {
        detailedView: true,
        // A question of a user is not answered by a decision about the sources.
        _render: (text, env, markdown) =>
          env.relativePath.startsWith("adr/") ? "" : markdown.render(text, env),
      },
    },
    notFound: { linkLabel: "Take me home" },
    footer: { message: "Apache-2.0" },
  },
  transformPageData(page) {
    if (page.relativePath === "index.md") return;
    return { description: pageOf(page.relativePath).summary.replaceAll(/\]\([^)]*\)|[[`*]/g, "") };
  },
  transformHead({ page }) {
    return page === "index.md"
      ? []
      : [["link", { rel: "alternate", type: "text/markdown", href: `/${page}` }]];
  },
  /** The page may load from its own host only. Its inline scripts are named by their digests. */
  transformHtml(html) {
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)].map(
      ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
    );
    const policy = [
      "default-src 'self'",
      `script-src 'self' ${[...new Set(inline)].join(" ")}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
    ].join("; ");
    return html.replace(
      "<head>",
      `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
    );
  },
});
