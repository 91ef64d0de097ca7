/**
 * `npm run docs:site` builds the website from docs/ into docs/site/dist: static files for the root of any host. Each page has its
 * Markdown beside it, and llms.txt lists the pages for assistants.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix } from "node:path";

const SITE = import.meta.dirname;
const DOCS = join(SITE, "..");
const PAGES = join(SITE, "pages");
const DIST = join(SITE, "dist");

install();
copyPages();
execFileSync(process.execPath, [join(SITE, "node_modules/vitepress/bin/vitepress.js"), "build", SITE], {
  stdio: "inherit",
});
copyMarkdown();

/** Installs the generator when its lock file is newer than what is installed. */
function install() {
  const installed = join(SITE, "node_modules", ".package-lock.json");
  const lock = join(SITE, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: SITE, stdio: "inherit" });
}

/** The generator resolves its modules from the folder of the pages, so they are copied into its own. */
function copyPages() {
  rmSync(PAGES, { recursive: true, force: true });
  for (const name of readdirSync(DOCS, { recursive: true, encoding: "utf8" })) {
    if (/^site(?:\/|$)/.test(name) || statSync(join(DOCS, name)).isDirectory()) continue;
    mkdirSync(dirname(join(PAGES, name)), { recursive: true });
    if (name.endsWith(".md"))
      writeFileSync(join(PAGES, name), withoutOutsideLinks(name, readFileSync(join(DOCS, name), "utf8")));
    else cpSync(join(DOCS, name), join(PAGES, name));
  }
  cpSync(join(SITE, "home.md"), join(PAGES, "index.md"));
  cpSync(join(SITE, "icon.svg"), join(PAGES, "public", "icon.svg"));
}

/** Sources and other files of the repository are not on the website: their links become text. */
function withoutOutsideLinks(name, text) {
  return text.replaceAll(/(?<!!)\[([^\]]*)\]\(((?!https?:)[^)#]+)[^)]*\)/g, (link, words, to) =>
    posix.normalize(posix.join(posix.dirname(name), to)).startsWith("../") ? words : link,
  );
}

function copyMarkdown() {
  const isPage = (path) => path !== join(PAGES, "public") && path !== join(PAGES, "index.md");
  cpSync(PAGES, DIST, { recursive: true, filter: isPage });
}
