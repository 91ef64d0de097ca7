/**
 * `npm run bench [rounds]`: what the program costs, next to its goals; `npm run bench transfer [rounds] [row ...]`: how
 * fast it downloads; `npm run bench kills [times] [MiB]`: what a kill costs a download. Figures only; no test depends on time.
 */
import { exportsTable } from "./exports.mjs";
import { printTable } from "./print-table.mjs";
import { productsTable } from "./products.mjs";
import { sandboxTable } from "./sandbox.mjs";
import { searchPages, searchPagesTable } from "./search-pages.mjs";
import { startUp, startUpTable } from "./start-up.mjs";
import { tasking, taskingTable } from "./tasking.mjs";

const [first = "25", ...rest] = process.argv.slice(2);

if (first === "transfer") {
  const { benchTransfer } = await import("./transfer/transfer.mjs");
  await benchTransfer(rest);
} else if (first === "kills") {
  const { benchKills } = await import("./transfer/kills.mjs");
  await benchKills(rest);
} else {
  const rounds = Number(first);
  process.stdout.write(`node ${process.version}, ${rounds} interleaved runs: median (min-max)\n\n`);
  printTable(startUpTable(await startUp(rounds)));
  printTable(await sandboxTable());
  printTable(await productsTable(Math.min(rounds, 5)));
  printTable(await exportsTable(Math.min(rounds, 5)));
  printTable(taskingTable(await tasking(Math.min(rounds, 5))));
  printTable(searchPagesTable(await searchPages(Math.min(rounds, 3))));
}
