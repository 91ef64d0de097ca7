/** The cost of --cover for 2,000 scenes and an area as large as a country, beyond the same search without it. */
import { once } from "node:events";
import { createServer } from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnv, interleave, spread } from "./measure.mjs";

const bin = process.env["BENCH_PROGRAM"] ?? join(import.meta.dirname, "..", "..", "bin", "swath.js");

const SCENES = 2000;
const CORNERS_OF_COUNTRY = 2000;
const MAX_MS = 2000;

/** The same numbers from 0 to 1 in each run. */
let state = 7;
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;

/** 5 degrees around 45 N, with a jagged coast. */
function country() {
  const ring = Array.from({ length: CORNERS_OF_COUNTRY }, (_, at) => {
    const angle = (at / CORNERS_OF_COUNTRY) * 2 * Math.PI;
    const radius = 4 + 0.6 * Math.sin(5 * angle) + 0.02 * random();
    return [2 + radius * Math.cos(angle), 45 + radius * Math.sin(angle)];
  });
  return { type: "Polygon", coordinates: [[...ring, ring[0]]] };
}

/** A strip across the track, whose long sides bow a little as those of real footprints do. */
function scene(serial) {
  const [x, y] = [-3 + 10 * random(), 40 + 10 * random()];
  const [length, width] = [0.3 + 0.5 * random(), 0.2 + 0.3 * random()];
  const side = Array.from({ length: 6 }, (_, at) => at / 5);
  const ring = [
    ...side.map((along) => [x + along * length, y + 0.2 * along - 0.004 * along * (1 - along)]),
    ...side.map((along) => [x + (1 - along) * length + 0.05, y + width + 0.2 * (1 - along)]),
  ];
  const id = `VENDOR-01_20260301T000000_SM_GEO_HH_${serial.toString(16).padStart(8, "0")}`;
  return {
    type: "Feature",
    stac_version: "1.0.0",
    id,
    collection: "vendor-archive",
    geometry: { type: "Polygon", coordinates: [[...ring, ring[0]]] },
    properties: { datetime: "2026-03-01T00:00:00Z", "sar:product_type": "GEO", "vendor:collect_id": id },
    assets: {},
    links: [],
  };
}

async function serve() {
  const features = Array.from({ length: SCENES }, (_, serial) => scene(serial));
  const body = Buffer.from(JSON.stringify({ type: "FeatureCollection", features, numberMatched: SCENES }));
  const server = createServer((request, reply) => {
    request.resume().on("end", () => {
      reply.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

export async function coverTable(rounds) {
  const folder = mkdtempSync(join(tmpdir(), "swath-bench-"));
  const server = await serve();
  try {
    const file = join(folder, "country.geojson");
    writeFileSync(file, JSON.stringify(country()));
    const env = cleanEnv({
      HOME: folder,
      XDG_CACHE_HOME: join(folder, "cache"),
      CI: "true",
      SWATH_BASE_URL: `http://127.0.0.1:${server.address().port}`,
      SWATH_API_KEY: "bench-key",
    });
    const argv = [bin, "catalog", "search", "--file", file, "--limit", String(SCENES), "--output", "id"];
    const [without, chosen] = ["without --cover", "--cover"];
    const figures = await interleave(
      [
        { name: without, argv, env },
        { name: chosen, argv: [...argv, chosen], env },
      ],
      rounds,
    );
    const of = (name, what) => spread(figures.get(name)[what]).median;
    const isMet = of(chosen, "wallMs") <= MAX_MS;
    return [
      [`catalog search, ${SCENES} scenes over a country`, "wall ms", "CPU ms", "wall at most", ""],
      [without, of(without, "wallMs").toFixed(0), of(without, "cpuMs").toFixed(0), "", ""],
      [
        chosen,
        of(chosen, "wallMs").toFixed(0),
        of(chosen, "cpuMs").toFixed(0),
        String(MAX_MS),
        isMet ? "ok" : "MISSED",
      ],
    ];
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}
