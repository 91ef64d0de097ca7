import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type PidScope, readPidScope } from "../../../src/disk/lock-holder.ts";
import { isAlive } from "../../../src/is-alive.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { runTransfers } from "../../../src/transfer/engine.ts";
import type { TransferEvent } from "../../../src/transfer/events.ts";
import type { TransferOptions } from "../../../src/transfer/options.ts";
import { PartFile } from "../../../src/transfer/folder/part-file.ts";
import { makePartPaths } from "../../../src/transfer/folder/wanted-file.ts";
import { planTransfers } from "../../../src/transfer/plan.ts";
import { toLinks, type TransferSource } from "../../../src/transfer/transfer-source.ts";
import { fileNamesBelow } from "../../names-below.ts";
import { testFolder } from "../../new-folder.ts";
import { sha256 } from "../../sha256.ts";
import { skippingClock } from "../../skipping-clock.ts";
import { socketSend } from "./socket-send.ts";

/** For a machine with a slow disk: each reading is later. */
export function slowDiskClock(): Clock {
  const clock = skippingClock();
  let looks = 0;
  return { now: () => clock.now() + 40 * looks++, sleep: (ms, signal) => clock.sleep(ms, signal) };
}

/** One asset of one item, as in a download result. */
export function source(href: string, more: Partial<TransferSource> = {}): TransferSource {
  return { item: "TAVEUNI_20261120", assetKey: "HH", href, ...more };
}

/** This process, on a machine that started a day ago. */
export const SELF = { pid: process.pid, isAlive, upMs: () => 86_400_000 };
const STARTED_AT_MS = skippingClock().now() - SELF.upMs();
/** The same on a system without /proc, such as Windows or macOS. */
export const WITHOUT_PROC = { ...SELF, proc: "/no-such-folder" };

/** Returns the scope of process ids in which these transfers run. */
export const readScope = (self: typeof SELF = SELF): Promise<PidScope> =>
  readPidScope({ clock: skippingClock(), self });

/** Plans and runs, with an instant clock and no jitter by default. */
export async function transfer(
  dir: string,
  sources: TransferSource[],
  options: Partial<TransferOptions> = {},
) {
  const events: TransferEvent[] = [];
  const clock = skippingClock();
  // The machine runs on while the clock of a test moves.
  const upMs = (): number => (options.clock ?? clock).now() - STARTED_AT_MS;
  const summary = await runTransfers(planTransfers(sources), {
    send: socketSend,
    clock,
    random: () => 0,
    dir,
    links: toLinks(sources),
    self: { ...SELF, upMs },
    allowHttp: true,
    ...options,
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  return {
    summary,
    events,
    clock,
    types: events.map(({ type }) => type).filter((type) => type !== "progress"),
  };
}

/** Bytes in a form that is quick to compare and print. */
export function fingerprint(bytes: Buffer): string {
  return `${bytes.length} bytes ${sha256(bytes)}`;
}

/** Every file below a folder with its fingerprint, except the manifest. */
export async function filesIn(dir: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of await fileNamesBelow(dir))
    if (basename(name) !== "swath-manifest.ndjson")
      found[name] = fingerprint(await readFile(join(dir, name)));
  return found;
}

export async function manifestOf(dir: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(dir, "swath-manifest.ndjson"), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A part of a file without hashes, in its own folder. */
export async function openPart(clock: Clock = skippingClock()): Promise<PartFile> {
  return PartFile.begin(makePartPaths(join(await testFolder(), "scene.tif"), "key"), {
    key: "key",
    promised: ":",
    algorithms: "nothing",
    bootId: "boot",
    clock,
  });
}
