import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A rolldown plugin that writes `NOTICE`: name, version and licence of every package whose code is in the bundle. */
export const bundledLicences = {
  name: "bundled-licences",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined));
    const notices = [...folders].map(noticeOf).toSorted();
    this.emitFile({ type: "asset", fileName: "NOTICE", source: notices.join(`\n${"-".repeat(80)}\n\n`) });
  },
};

/** `/x/node_modules/a/node_modules/@b/c/lib/d.js` -> `/x/node_modules/a/node_modules/@b/c`. */
const packageFolder = (module) =>
  /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(module)?.[1];

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)(?:\.|-|$)/i.test(entry));
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8");
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}
