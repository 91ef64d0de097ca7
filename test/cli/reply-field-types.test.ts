/** Fields of a reply that are of another type than they should be: reported or ignored, never an internal error. */
import { describe, expect, it } from "vitest";
import { errorOf, scriptedSend } from "./scripted-service.ts";
import { BASE_URL, runWords, type Run } from "./world.ts";

const item = () => ({
  type: "Feature",
  id: "scene",
  collection: "archive",
  geometry: { type: "Point", coordinates: [14.43, 40.82] },
  bbox: [14.43, 40.82, 14.43, 40.82],
  properties: { datetime: "2026-03-01T00:00:00Z", "sar:product_type": "GEO" },
  assets: {
    HH: {
      href: "https://data.example/HH.tif",
      type: "image/tiff",
      roles: ["data"],
      "file:size": 4,
      "file:checksum": "1220",
      "sar:product_type": "GEO",
    },
  },
  links: [{ rel: "self", href: "https://sar.example/v1/x" }],
});
/** Answers every request to the service with one body, and every other one with four bytes. */
const run = (words: string, body: unknown): Promise<Run> => {
  const service = scriptedSend({ GET: [{ body }], POST: [{ body }] });
  return runWords(words, {
    env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" },
    send: async (request) =>
      request.url.startsWith(BASE_URL)
        ? service(request)
        : {
            status: 200,
            headers: { "content-length": "4" },
            body: (async function* () {
              yield Buffer.from("II*\0");
            })(),
          },
  });
};

const ORDER = [
  "order links o-1 --output id",
  "order links o-1 --json",
  "order download o-1 --out-dir out --checksum size",
  "order download o-1 --out-dir out --plan",
  "order wait o-1 --wait-timeout 1s",
];
describe("null and other types", () => {
  const asset = item().assets.HH;
  it.each(ORDER)("P16 %s treats a null asset as missing", async (words) => {
    const result = await run(words, [{ ...item(), assets: { HH: asset, HV: null } }]);
    expect(result.exitCode, result.stderr).toBe(0);
  });

  it.each(ORDER)("P16 %s treats null assets as an order in progress", async (words) => {
    for (const assets of [null, { HH: null }]) {
      const result = await run(words, [{ ...item(), assets }]);
      expect(result.exitCode, result.stderr).toBe(11);
    }
  });

  it.each(ORDER)("P16 %s reports assets of another type as unreadable", async (words) => {
    for (const assets of ["HH.tif", [asset], 7, { HH: "HH.tif" }, { HH: [asset] }, { HH: 7 }]) {
      const result = await run(words.replace("--output id", "--json"), [{ ...item(), assets }]);
      expect(result.exitCode, result.stderr).toBe(8);
      if (words.includes("--json")) expect(errorOf(result).code).toBe("RESPONSE_UNRECOGNISED");
    }
  });

  it.each(ORDER)("P16 %s skips an id that is not text", async (words) => {
    for (const id of [7, true, null, {}, ["a"]]) {
      const result = await run(words, [{ ...item(), id, collection: id }]);
      expect(result.exitCode, result.stderr).toBe(0);
    }
  });

  it("P16 catalog search prints a numeric id, and no line for a missing one", async () => {
    for (const [id, line] of [
      [7, "7\n"],
      [null, ""],
      [true, ""],
      [{}, ""],
      [["a"], ""],
    ] as const) {
      const result = await run("catalog search --output id", { features: [{ ...item(), id }] });
      expect([result.exitCode, result.stdout], result.stderr).toEqual([0, line]);
    }
  });
});
