/** The licences of packages, as a text that is published with their code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** `/x/node_modules/a/node_modules/@b/c/lib/d.js` -> `/x/node_modules/a/node_modules/@b/c`. */
export const packageFolder = (module) =>
  /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(module)?.[1];

/** Lists all data and every package with its copyright and licence. A licence text appears once, below all its packages. */
export function notice(folders, data = []) {
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

/** Licences that require a notice and an address, but not their full text. */
const BY_NOTICE = {
  "MPL-2.0": (source) =>
    "This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of the MPL was\n" +
    "not distributed with this file, You can obtain one at https://mozilla.org/MPL/2.0/.\n\n" +
    `The Source Code Form of this package, which is part of the program unchanged but for being minified, is at\n${source}`,
  "CC0-1.0": (source) =>
    "To the extent possible under law, its author has waived all copyright and related or neighboring rights to this\n" +
    "work, which is dedicated to the public domain: https://creativecommons.org/publicdomain/zero/1.0/legalcode.\n\n" +
    `The work is provided as it is, without warranties of any kind, and is at\n${source}`,
  // The first of the two is chosen. The package has no file with its text.
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

/** Makes texts equal that differ only in line breaks. */
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
