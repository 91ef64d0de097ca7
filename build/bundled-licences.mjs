import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A rolldown plugin that writes `NOTICE`: every package whose code is in the bundle, with its copyright and its licence.
 * Packages with the same licence stand together, the text once below their copyright lines.
 */
export const bundledLicences = {
  name: "bundled-licences",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined));
    const groups = new Map();
    for (const { heading, holders, text } of [...folders].map(noticeOf).toSorted(byHeading)) {
      const group = groups.get(fold(text)) ?? { text, notices: [] };
      group.notices.push([heading, ...holders].join("\n  "));
      groups.set(fold(text), group);
    }
    const parts = [...groups.values()].map(({ text, notices }) => `${notices.join("\n")}\n\n${text}\n`);
    this.emitFile({ type: "asset", fileName: "NOTICE", source: parts.join(`\n${"-".repeat(80)}\n\n`) });
  },
};

/** Licences that ask for a notice and for where to find the rest, not for their whole text. */
const BY_NOTICE = {
  "MPL-2.0": (source) =>
    "This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of the MPL was\n" +
    "not distributed with this file, You can obtain one at https://mozilla.org/MPL/2.0/.\n\n" +
    `The Source Code Form of this package, which is part of the program unchanged but for being minified, is at\n${source}`,
  "CC0-1.0": (source) =>
    "To the extent possible under law, its author has waived all copyright and related or neighboring rights to this\n" +
    "work, which is dedicated to the public domain: https://creativecommons.org/publicdomain/zero/1.0/legalcode.\n\n" +
    `The work is provided as it is, without warranties of any kind, and is at\n${source}`,
};

const byHeading = (a, b) => (a.heading < b.heading ? -1 : 1);

/** Texts that differ only in how they are broken into lines are one. */
const fold = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, " ");

/** `/x/node_modules/a/node_modules/@b/c/lib/d.js` -> `/x/node_modules/a/node_modules/@b/c`. */
const packageFolder = (module) =>
  /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(module)?.[1];

const HOLDER = /^\s*(?:portions )?copyright (?:\(c\)|©|\d{4}).*$/i;

function noticeOf(folder) {
  const { name, version, license, repository } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)(?:\.|-|$)/i.test(entry));
  const lines = file === undefined ? [] : readFileSync(join(folder, file), "utf8").split(/\r?\n/);
  return {
    heading: `${name} ${version} (${license})`,
    holders: lines.filter((line) => HOLDER.test(line)).map((line) => line.trim()),
    text: BY_NOTICE[license]?.(repository.url ?? repository) ?? wordsOf(lines),
  };
}

const wordsOf = (lines) =>
  lines
    .filter((line) => !HOLDER.test(line))
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
