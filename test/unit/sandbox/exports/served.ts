import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bodyOf, type Bench } from "../service/open.ts";
import { queryDuckDb } from "./readers.ts";

export const setClock = async ({ ask }: Pick<Bench, "ask">, now: string): Promise<void> => {
  const { status, text } = await ask("POST", "/_sandbox/clock", { body: { mode: "manual", now } });
  if (status !== 200) throw new Error(text);
};

export const presign = ({ ask }: Pick<Bench, "ask">, body: object) =>
  ask("POST", "/catalog/archive-export/presigned", { body });

/** Path and query of the only or first file that a body asks for. */
export async function hrefOf(bench: Pick<Bench, "ask">, body: object): Promise<string> {
  const { json, text } = await presign(bench, body);
  const href: unknown = json?.[0]?.downloadHref;
  if (typeof href !== "string") throw new Error(text);
  const { pathname, search } = new URL(href);
  return pathname + search;
}

/** The bytes of one signed file, from the sandbox itself. */
export async function bytesOf({ sandbox }: Pick<Bench, "sandbox">, path: string): Promise<Buffer> {
  const response = await sandbox.handle({ method: "GET", path, headers: {} });
  const bytes = await bodyOf(response);
  if (response.status !== 200) throw new Error(`${response.status} ${bytes.toString()}`);
  return bytes;
}

let files = 0;

/** Ids and moments in a GeoParquet export as the sandbox serves it. */
export async function collectsIn(bench: Bench, folder: string, body: object): Promise<Map<string, number>> {
  const path = join(folder, `served-${(files += 1)}.geoparquet`);
  writeFileSync(path, await bytesOf(bench, await hrefOf(bench, body)));
  const rows = await queryDuckDb(`SELECT id, epoch_ms(datetime) AS ms FROM read_parquet('${path}')`);
  return new Map(rows.map(({ id, ms }) => [String(id), Number(ms)]));
}

/** Collects visible to organizations of both sides, which are the public ones, from the catalog itself. */
export async function publicInCatalog(bench: Bench, from: string, to: string): Promise<Set<string>> {
  const seen = async (as: Bench["member"]): Promise<Set<string>> => {
    const body = { datetime: `${from}/${to}`, limit: 1000 };
    const ids = new Set<string>();
    let next: object | undefined = body;
    while (next !== undefined) {
      const { json, text } = await bench.ask("POST", "/catalog/search", { body: next, as });
      if (json?.features === undefined) throw new Error(text);
      for (const { properties } of json.features) ids.add(properties["vendor:collect_id"]);
      const link = json.links.find(({ rel }: { rel: string }) => rel === "next");
      next = link === undefined ? undefined : { ...next, ...link.body };
    }
    return ids;
  };
  const theirs = await seen(bench.outsider);
  return new Set([...(await seen(bench.member))].filter((id) => theirs.has(id)));
}
