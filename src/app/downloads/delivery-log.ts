/**
 * The places of this machine's downloads: one line per product of an order in a folder or bucket. It is an index; the manifests
 * in the folders are the truth.
 */
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { tryParseJson, toJsonObject } from "../../contract/json-object.ts";
import { appendLines } from "../../disk/append-lines.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import type { AppContext } from "../context.ts";

export interface LoggedDelivery {
  /** Id of the catalog item. */
  item: string;
  collection?: string;
  order: string;
  /** Scheme, host and port of the service. */
  origin: string;
  /** Absolute path of the folder, or `s3://bucket/prefix`. */
  folder: string;
  /** Settings profile of the order. */
  profile: string;
  /** The number of its files that are the product, and come first; absent if a filter left some of them out. */
  data?: number;
  /** Paths relative to the folder, and their sizes. */
  files: readonly (readonly [path: string, size: number])[];
  /** RFC 3339, UTC. */
  time: string;
}

const getLogPath = ({ state }: AppContext["directories"]): string => join(state, "deliveries.ndjson");

/** Appends the lines that say something new. */
export async function logDeliveries(
  { directories }: AppContext,
  deliveries: readonly LoggedDelivery[],
): Promise<void> {
  const known = new Set((await readLog(directories)).map(removeTime));
  const lines = deliveries.map((one) => JSON.stringify(one)).filter((line) => !known.has(removeTime(line)));
  if (lines.length === 0) return;
  await makeFolder(directories.state, 0o700);
  await appendLines(getLogPath(directories), lines, { isPrivate: true });
}

/** Returns all lines, the newest last; none if the file cannot be read. */
async function readLog(directories: AppContext["directories"]): Promise<string[]> {
  const text = await readFile(getLogPath(directories), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}

const removeTime = (line: string): string => line.slice(0, line.lastIndexOf(',"time":'));

/** Returns the logged deliveries, the newest last; the newest line of a product in a folder counts. */
export async function readDeliveries({ directories }: AppContext): Promise<LoggedDelivery[]> {
  return keepNewest((await readLog(directories)).flatMap((line) => parseDelivery(line) ?? []));
}

/** Returns true if the files that are the product have their recorded size. A bucket is believed. */
export async function isStillThere({ folder, data, files }: LoggedDelivery): Promise<boolean> {
  if (data === undefined) return false;
  if (isS3Url(folder)) return true;
  const found = await Promise.all(
    files.slice(0, data).map(async ([path, size]) =>
      lstat(join(folder, path)).then(
        (file) => file.isFile() && file.size === size,
        () => false,
      ),
    ),
  );
  return !found.includes(false);
}

/** A line begins with the id, so that a line of another item is not parsed. */
const START = '{"item":"';

/** Returns the text of an id up to its first quotation mark, which may be an escaped one. */
const readKey = (bytes: string, start: number): string => bytes.slice(start, bytes.indexOf('"', start));

/** Returns a function that finds the logged deliveries of an item. The log may be long, so only the lines of the item are decoded. */
export async function openDeliveryLog({
  directories,
}: AppContext): Promise<(id: string) => LoggedDelivery[]> {
  const bytes = await readFile(getLogPath(directories)).then(
    (log) => log.toString("latin1"),
    () => "",
  );
  const lines = new Map<string, number[]>();
  for (let start = 0; start < bytes.length; start = endOf(start) + 1) {
    const key = readKey(bytes, start + START.length);
    const own = lines.get(key);
    if (own === undefined) lines.set(key, [start]);
    else own.push(start);
  }
  return (id) => {
    const own = lines.get(readKey(Buffer.from(JSON.stringify(id)).toString("latin1"), 1)) ?? [];
    const all = own.map((start) => Buffer.from(bytes.slice(start, endOf(start)), "latin1").toString());
    return keepNewest(all.flatMap((line) => parseDelivery(line) ?? []).filter(({ item }) => item === id));
  };

  function endOf(start: number): number {
    const end = bytes.indexOf("\n", start);
    return end < 0 ? bytes.length : end;
  }
}

function keepNewest(all: readonly LoggedDelivery[]): LoggedDelivery[] {
  const newest = new Map<string, LoggedDelivery>();
  for (const one of all) newest.set(JSON.stringify([one.item, one.collection, one.order, one.folder]), one);
  return [...newest.values()];
}

const TEXTS = ["item", "order", "origin", "profile", "folder", "time"];

function parseDelivery(line: string): LoggedDelivery | undefined {
  const found = toJsonObject(tryParseJson(line));
  const isWhole = TEXTS.every((key) => typeof found[key] === "string") && Array.isArray(found["files"]);
  return isWhole ? (found as unknown as LoggedDelivery) : undefined;
}
