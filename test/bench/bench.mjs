/**
 * `npm run bench [rounds] [table ...]`: the cost of the program beside its goals, or some tables of it (`npm run bench 5
 * exports`; `scale` stands for `scale-journals` and `scale-work`). `--node 24`, `--node <path>`: another Node runs the program in
 * the tables start-up and completion. `npm run bench transfer [rounds] [row ...]`: the speed of
 * downloads; `npm run bench -- kills`: the cost of a kill for a download. Only figures: no test depends on time.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { approvalsTable } from "./approvals.mjs";
import { completionTable } from "./completion.mjs";
import { coverTable } from "./cover.mjs";
import { exportsTable } from "./exports.mjs";
import { mapTable } from "./map-page.mjs";
import { nodeNamed } from "./node-of.mjs";
import { ownedTable } from "./owned.mjs";
import { passesTable } from "./passes.mjs";
import { printTable } from "./print-table.mjs";
import { productsTable } from "./products.mjs";
import { sandboxTable } from "./sandbox.mjs";
import { journalsTable } from "./scale/journals.mjs";
import { workTable } from "./scale/work.mjs";
import { searchPages, searchPagesTable } from "./search-pages.mjs";
import { startUpTable } from "./start-up.mjs";
import { tasking, taskingTable } from "./tasking.mjs";
import { watchTable } from "./watch.mjs";

const [first = "25", ...rest] = process.argv.slice(2);

if (first === "transfer") {
  const { benchTransfer } = await import("./transfer/transfer.mjs");
  await benchTransfer(rest);
} else if (first === "kills") {
  const { benchKills } = await import("./transfer/kills.mjs");
  await benchKills(rest);
} else {
  const few = (most) => Math.min(rounds, most);
  const tables = {
    "start-up": () => startUpTable(rounds, node),
    completion: () => completionTable(rounds, node),
    sandbox: sandboxTable,
    cover: () => coverTable(few(5)),
    map: () => mapTable(few(5)),
    passes: () => passesTable(few(9)),
    products: () => productsTable(few(5)),
    exports: () => exportsTable(few(5)),
    owned: () => ownedTable(few(15)),
    watch: () => watchTable(few(3)),
    approvals: () => approvalsTable(few(3)),
    tasking: async () => taskingTable(await tasking(few(5))),
    "scale-journals": () => journalsTable(few(5)),
    "scale-work": () => workTable(few(3)),
    "search-pages": async () => searchPagesTable(await searchPages(few(3))),
  };
  const { values, positionals: words } = parseArgs({
    allowPositionals: true,
    options: { node: { type: "string" } },
  });
  const folder = mkdtempSync(join(tmpdir(), "swath-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const node = nodeNamed(values.node, folder);
  const rounds = Number(words.find((word) => /^[1-9]\d*$/.test(word)) ?? 25);
  const wanted = words.filter((word) => !/^[1-9]\d*$/.test(word));
  const isNamed = (name, word) => name === word || name.startsWith(`${word}-`);
  const unknown = wanted.find((word) => !Object.keys(tables).some((name) => isNamed(name, word)));
  if (unknown !== undefined)
    throw new Error(`no table is named ${unknown}: there are ${Object.keys(tables).join(", ")}`);
  process.stdout.write(
    `node ${values.node ?? process.version}, ${rounds} interleaved runs: median (min-max)\n\n`,
  );
  for (const [name, table] of Object.entries(tables))
    if (wanted.length === 0 || wanted.some((word) => isNamed(name, word))) printTable(await table());
}
