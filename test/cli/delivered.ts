/** A home with one downloaded order, for the commands that read download folders. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { Bench } from "./bench.ts";
import { tempHome, type Run } from "./world.ts";

export const MANIFEST = "swath-manifest.ndjson";
export const ITEM_RECORDS = ".swath-items.ndjson";

export interface Delivered {
  home: string;
  /** The folder of the download, `imagery` in the home. */
  imagery: string;
  orderId: string;
  items: readonly string[];
  run: (line: string) => Promise<Run>;
}

/** Orders the first two products that a search finds, and downloads them into `imagery`. */
export async function delivered(
  { swath }: Bench,
  search = "--product-type GEO --limit 2",
): Promise<Delivered> {
  const home = await tempHome();
  const run = (line: string): Promise<Run> => swath(line, { home });
  const found = await run(`catalog search ${search} --output order-items`);
  await writeFile(join(home, "items.json"), found.stdout);
  const placed = await run("order place --items items.json --yes --download imagery --output id");
  expect(placed.exitCode, placed.stderr).toBe(0);
  const items = (JSON.parse(found.stdout) as { granuleId: string }[]).map(({ granuleId }) => granuleId);
  return { home, run, items, orderId: placed.stdout.trim(), imagery: join(home, "imagery") };
}

/** Changes each line of one of the folder's NDJSON files. */
export async function editLines(path: string, edit: (line: Record<string, never>) => unknown): Promise<void> {
  const lines = (await readFile(path, "utf8")).trim().split("\n");
  const edited = lines.map((line) => JSON.stringify(edit(JSON.parse(line) as Record<string, never>)));
  await writeFile(path, `${edited.join("\n")}\n`);
}
