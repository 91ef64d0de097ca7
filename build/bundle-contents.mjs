import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/**
 * A rolldown plugin that writes down what is in the bundle: `NOTICE`, the licences of the packages in it; `sbom.json`, the
 * bill of materials that scanners read; and `modules.json`, the modules of each chunk, which tests read and nobody is sent.
 */
export const bundleContents = {
  name: "bundle-contents",
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(({ type }) => type === "chunk");
    const modules = Object.fromEntries(
      chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds.map(pathOf)]).toSorted(byName),
    );
    const found = chunks.flatMap(({ moduleIds }) => moduleIds.map(packageFolder));
    const folders = [...new Set(found.filter((folder) => folder !== undefined))];
    const data = DATA.filter(({ module }) => Object.values(modules).flat().includes(module));
    this.emitFile({ type: "asset", fileName: "NOTICE", source: notice(folders, data) });
    this.emitFile({ type: "asset", fileName: "sbom.json", source: billOfMaterials(folders) });
    this.emitFile({ type: "asset", fileName: "modules.json", source: json(modules) });
  },
};

/** Open data in modules of ours (`npm run places`), with what its licence asks for. */
const DATA = [
  {
    module: "src/places/data/cities.generated.ts",
    heading: "GeoNames, cities (CC-BY-4.0)",
    text:
      "Names, positions and populations of cities come from GeoNames, https://www.geonames.org, licensed under the Creative\n" +
      "Commons Attribution 4.0 International License, https://creativecommons.org/licenses/by/4.0/. They were changed: towns\n" +
      "below 15,000 people were left out, names written in ASCII, positions and populations rounded. The data is provided as\n" +
      "it is, without warranty of accuracy, timeliness or completeness.",
  },
  {
    module: "src/places/data/airports.generated.ts",
    heading: "OurAirports, large airports (public domain)",
    text: "Names, codes and positions of airports come from OurAirports, https://ourairports.com.",
  },
  {
    module: "src/places/data/land.generated.ts",
    heading: "Natural Earth, land 1:50m (public domain)",
    text: "The land was made with Natural Earth, https://www.naturalearthdata.com.",
  },
  {
    module: "src/places/data/world.generated.ts",
    heading: "Natural Earth, land 1:110m and borders 1:50m and 1:110m (public domain)",
    text: "Coasts and borders were made with Natural Earth, https://www.naturalearthdata.com.",
  },
];

const json = (value) => `${JSON.stringify(value, undefined, 2)}\n`;
const byName = ([a], [b]) => (a < b ? -1 : 1);

/** `src/errors.ts`, `node_modules/commander/lib/help.js`: the same wherever the project's folder is. */
const pathOf = (id) =>
  id
    .replaceAll("\\", "/")
    .replace(/^.*?\/(?=node_modules\/)/, "")
    .replace(`${ROOT.replaceAll("\\", "/")}/`, "");

const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** `/x/node_modules/a/node_modules/@b/c/lib/d.js` -> `/x/node_modules/a/node_modules/@b/c`. */
const packageFolder = (module) =>
  /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(module)?.[1];

/** CycloneDX 1.6, without a date or a serial number: the same sources give the same bytes. */
function billOfMaterials(folders) {
  const own = manifestIn(ROOT);
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const component = ({ name, version, license }, more) => ({
    "bom-ref": packageUrl(name, version),
    name,
    version,
    purl: packageUrl(name, version),
    ...(license === undefined
      ? {}
      : { licenses: [{ license: /^[\w.+-]+$/.test(license) ? { id: license } : { name: license } }] }),
    ...more,
  });
  const bundled = folders.map((folder) => {
    const digest = Buffer.from(packages[pathOf(folder)].integrity.replace(/^sha512-/, ""), "base64").toString(
      "hex",
    );
    return component(manifestIn(folder), {
      type: "library",
      scope: "required",
      hashes: [{ alg: "SHA-512", content: digest }],
    });
  });
  const optional = Object.entries(own.optionalDependencies).map(([name, version]) =>
    component({ name, version }, { type: "library", scope: "optional" }),
  );
  const components = [...bundled, ...optional].toSorted((a, b) => (a.purl < b.purl ? -1 : 1));
  return json({
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: component(own, { type: "application" }) },
    components,
  });
}

/** `pkg:npm/%40inquirer/core@12.0.6` */
const packageUrl = (name, version) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

/** All data, and every package with its copyright and its licence. Those with the same licence stand together, the text once below them. */
function notice(folders, data) {
  const groups = new Map();
  const found = [...folders.map(noticeOf), ...data.map((one) => ({ ...one, holders: [] }))];
  for (const { heading, holders, text } of found.toSorted(byHeading)) {
    const group = groups.get(fold(text)) ?? { text, notices: [] };
    group.notices.push([heading, ...holders].join("\n  "));
    groups.set(fold(text), group);
  }
  const parts = [...groups.values()].map(({ text, notices }) => `${notices.join("\n")}\n\n${text}\n`);
  return parts.join(`\n${"-".repeat(80)}\n\n`);
}

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
  // Of the two, the first is chosen. The package has no file with its text.
  "(EDL-1.0 OR EPL-1.0)": (source) =>
    "Eclipse Distribution License - v 1.0\n\n" +
    "Copyright (c) 2007, Eclipse Foundation, Inc. and its licensors. All rights reserved.\n\n" +
    "Redistribution and use in source and binary forms, with or without modification, are permitted provided that the\n" +
    "following conditions are met:\n\n" +
    "* Redistributions of source code must retain the above copyright notice, this list of conditions and the following\n" +
    "  disclaimer.\n" +
    "* Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following\n" +
    "  disclaimer in the documentation and/or other materials provided with the distribution.\n" +
    "* Neither the name of the Eclipse Foundation, Inc. nor the names of its contributors may be used to endorse or promote\n" +
    "  products derived from this software without specific prior written permission.\n\n" +
    'THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,\n' +
    "INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE\n" +
    "DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,\n" +
    "SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;\n" +
    "LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN\n" +
    "CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS\n" +
    "SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.\n\n" +
    `The Source Code Form of this package, which is part of the program unchanged but for being minified, is at\n${source}`,
};

const byHeading = (a, b) => (a.heading < b.heading ? -1 : 1);

/** Texts that differ only in how they are broken into lines are one. */
const fold = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, " ");

const HOLDER = /^\s*(?:portions )?copyright (?:\(c\)|©|\d{4}).*$/i;

function noticeOf(folder) {
  const { name, version, license, repository } = manifestIn(folder);
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
