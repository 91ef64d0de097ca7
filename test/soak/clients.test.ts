/**
 * Independent clients against a sandbox that runs as a process. Each fetches the same bytes as `swath`, or reads the same
 * items. `npm run soak -- --shapes` runs it like CI; pystac-client and geopandas are used if Python has them.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, truncate } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { shell, startSwath, type Running } from "../e2e/swath.ts";
import { gdal, needGdal } from "../gdal.ts";
import { need } from "../need.ts";
import { newFolder } from "../new-folder.ts";
import { queryDuckDb } from "../unit/sandbox/exports/readers.ts";

const execute = promisify(execFile);
const COLLECTION = "vendor-archive";

interface Link {
  item: string;
  assetKey: string;
  href: string;
  size: number;
}

let home: string;
let server: Running;
let url: string;
let links: Link[];
/** sha256 of the files that `swath` fetched, by the last part of their URL. */
const digests = new Map<string, string>();

const env = { SWATH_PROFILE: "sandbox", CI: "1" };

/** A line of shell on the machine with the sandbox; its stdout. */
async function typed(line: string): Promise<string> {
  const { code, stdout, stderr } = await shell(`set -e; ${line}`, { home, env });
  expect(code, `${line}\n${stderr}`).toBe(0);
  return stdout.trim();
}

const nameIn = (href: string): string => basename(new URL(href).pathname);
const sha256 = async (path: string): Promise<string> =>
  createHash("sha256")
    .update(await readFile(path))
    .digest("hex");

beforeAll(async () => {
  home = await newFolder();
  server = startSwath(["sandbox", "start", "--port", "0", "--json"], { home });
  ({ url } = JSON.parse(await server.until("stdout", /\n}\n$/)) as { url: string });
  const order = await typed(`
    swath sandbox clock --mode auto --quiet > /dev/null
    item=$(swath catalog search --product-type GEO --instrument-mode spotlight --limit 1 --output id)
    swath order place --item ${COLLECTION}/$item --yes --wait --output id`);
  links = JSON.parse(await typed(`swath order links ${order} --json`)) as Link[];
  await typed(`swath order download ${order} --out-dir own --flat --quiet > /dev/null`);
  for (const { href } of links) digests.set(nameIn(href), await sha256(join(home, "own", nameIn(href))));
}, 120_000);

afterAll(async () => {
  server.child.kill("SIGTERM");
  await server.ended;
  await rm(home, { recursive: true, force: true, maxRetries: 10 });
});

/** The Python with these modules; the test is skipped without one. */
async function pythonWith(context: TestContext, ...modules: string[]): Promise<string> {
  for (const python of ["/usr/bin/python3", "python3"])
    if (await works(python, ["-c", `import ${modules.join(", ")}`])) return python;
  return context.skip(`no Python here has ${modules.join(" and ")}`);
}

const works = (program: string, args: readonly string[]): Promise<boolean> =>
  execute(program, [...args]).then(
    () => true,
    () => false,
  );

const python = async (program: string, script: string, ...args: string[]): Promise<unknown> =>
  JSON.parse((await execute(program, ["-c", script, ...args])).stdout);

/** Programs that fetch a URL into a file, and that resume half of one. */
const FETCHERS: [
  program: string,
  argv: (href: string, folder: string, name: string) => string[],
  more: string[],
][] = [
  ["curl", (href, folder, name) => ["-sSf", "-o", join(folder, name), href], ["-C", "-"]],
  ["wget", (href, folder, name) => ["-q", "-O", join(folder, name), href], ["-c"]],
  [
    "aria2c",
    (href, folder, name) => [
      "-q",
      "--no-conf",
      "-x4",
      "-s4",
      "-k1M",
      "--file-allocation=none",
      "--allow-overwrite=true",
      "-d",
      folder,
      "-o",
      name,
      href,
    ],
    ["--continue=true"],
  ],
];

describe("signed links", () => {
  it.for(FETCHERS)(
    "DOWNLOAD-08 %s fetches the same bytes as swath, and resumes half a file",
    async ([program, argv, more], context) => {
      need(await works(program, ["--version"]), `${program} is not installed`, context);
      const folder = join(home, program);
      await mkdir(folder);
      for (const { href } of links) {
        const name = nameIn(href);
        await execute(program, argv(href, folder, name));
        expect([name, await sha256(join(folder, name))]).toEqual([name, digests.get(name)]);
      }
      const { href, size } = links.toSorted((a, b) => b.size - a.size)[0]!;
      const name = nameIn(href);
      await truncate(join(folder, name), Math.floor(size / 2));
      await execute(program, [...more, ...argv(href, folder, name)]);
      expect(await sha256(join(folder, name))).toBe(digests.get(name));
    },
  );

  it("DOWNLOAD-08 GDAL reads an image by ranges, without fetching it", async (context) => {
    await needGdal(context);
    const { href } = links.find(({ href }) => nameIn(href).endsWith(".tif"))!;
    const remote = JSON.parse(await gdal("gdalinfo", "-json", "-checksum", `/vsicurl/${href}`)) as {
      driverShortName: string;
      bands: { checksum: number }[];
    };
    const local = JSON.parse(
      await gdal("gdalinfo", "-json", "-checksum", join(home, "own", nameIn(href))),
    ) as typeof remote;
    expect(remote.driverShortName).toBe("GTiff");
    expect(remote.bands.map(({ checksum }) => checksum)).toEqual(local.bands.map(({ checksum }) => checksum));
  });
});

describe("the catalog", () => {
  /** Ids of the newest scenes, as `swath` finds them. */
  const newest = (count: number): Promise<string> =>
    typed(`swath catalog search --bbox -10,35,5,45 --limit ${count} --output id`);

  it("SBX-12 curl finds the items of swath below /stac/", async () => {
    const body = JSON.stringify({ bbox: [-10, 35, 5, 45], limit: 5 });
    const { stdout } = await execute("curl", ["-sSf", `${url}/stac/search`, "--json", body]);
    const { features } = JSON.parse(stdout) as { features: { id: string }[] };
    expect(features.map(({ id }) => id).join("\n")).toBe(await newest(5));
  });

  it("SBX-12 GDAL reads it as OGC API Features, page by page", async (context) => {
    await needGdal(context);
    const words = ["-f", "GeoJSON", "-limit", "25", "/vsistdout/"];
    const text = await gdal("ogr2ogr", ...words, `OAPIF:${url}/stac`, COLLECTION);
    const { features } = JSON.parse(text) as { features: { properties: { id: string } }[] };
    const found = await typed(`swath catalog search --collection ${COLLECTION} --limit 25 --output id`);
    expect(features.map(({ properties }) => properties.id).join("\n")).toBe(found);
  });

  it("SBX-12 pystac-client opens it, searches and pages", async (context) => {
    const program = await pythonWith(context, "pystac_client");
    const script = `
import json, sys
from pystac_client import Client
client = Client.open(sys.argv[1])
search = client.search(bbox=[-10, 35, 5, 45], limit=3, max_items=7)
print(json.dumps([item.id for item in search.items()]))`;
    expect(await python(program, script, `${url}/stac/`)).toEqual((await newest(7)).split("\n"));
  });
});

describe("an export", () => {
  let folder: string;
  let rows: unknown;

  beforeAll(async () => {
    const words = "swath export fetch --type latest --flat --out-dir exports --quiet";
    await typed(`${words} --format geoparquet > /dev/null; ${words} --format gpkg > /dev/null`);
    folder = join(home, "exports");
    [{ rows } = { rows: 0 }] = await queryDuckDb(
      `SELECT count(*)::INTEGER AS rows FROM read_parquet('${await file("parquet")}')`,
    );
  }, 120_000);

  const file = async (ending: string): Promise<string> =>
    join(
      folder,
      (await readdir(folder)).find((name) => name.endsWith(ending))!,
    );

  it("EXPORT-10 DuckDB reads its rows", async () => {
    const [row] = await queryDuckDb(`SELECT * FROM read_parquet('${await file("parquet")}') LIMIT 1`);
    expect(Object.keys(row!)).toContain("geometry");
    expect(rows).toBeGreaterThan(0);
  });

  it("EXPORT-10 GDAL counts the rows that DuckDB counts", async (context) => {
    await needGdal(context);
    expect(await gdal("ogrinfo", "-al", "-so", await file(".gpkg"))).toContain(
      `Feature Count: ${String(rows)}`,
    );
  });

  it("EXPORT-10 geopandas reads their outlines", async (context) => {
    const program = await pythonWith(context, "geopandas");
    const script = `
import geopandas, json, sys
frame = geopandas.read_file(sys.argv[1])
print(json.dumps([len(frame), bool(frame.geometry.is_valid.all()), frame.crs.to_epsg()]))`;
    expect(await python(program, script, await file(".gpkg"))).toEqual([rows, true, 4326]);
  });
});
