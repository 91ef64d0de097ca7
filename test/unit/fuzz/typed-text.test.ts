/** P17 typed words and files: read, or refused with an explanation, without a crash or a hang. */
import * as fc from "fast-check";
import { describe, test } from "vitest";
import { parseBaseUrl } from "../../../src/contract/base-url.ts";
import { isProxyBypassed, findProxy } from "../../../src/client/proxy-for.ts";
import { addMoney, parseMoney } from "../../../src/domain/price/money.ts";
import { parseWhere } from "../../../src/domain/where.ts";
import { readAreaText } from "../../../src/geo/read-area.ts";
import { readJson } from "../../../src/geo/read-json.ts";
import { parseDuration } from "../../../src/time/duration.ts";
import { parseFlagTime } from "../../../src/time/flag-time.ts";
import { parseHttpDate } from "../../../src/time/http-date.ts";
import { parseRetryAfter } from "../../../src/time/retry.ts";
import { parseFlagInterval, parseInterval } from "../../../src/time/interval.ts";
import { parseTimestamp } from "../../../src/time/timestamp.ts";
import { expectCalm, expectCalmAtLength, mutated } from "./hostile-input.ts";
import { PROVES_ALL } from "../../sampled.ts";

const NOW = Date.UTC(2026, 10, 21);
// Taveuni is on the antimeridian; Wrangel Island spans it.
const RING = "178.9 -16.7, 180.1 -16.7, 180.1 -17, 178.9 -17, 178.9 -16.7";
const POSITIONS = "[[178.9,-16.7],[180.1,-16.7],[180.1,-17],[178.9,-17],[178.9,-16.7]]";

const AREAS = [
  `POLYGON ((${RING}))`,
  `SRID=4326;MULTIPOLYGON (((${RING})), ((${RING})))`,
  "POINT Z (178.9 -16.7 3)",
  `GEOMETRYCOLLECTION (POINT (1 2), POLYGON ((${RING})))`,
  `{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[${POSITIONS}]}}`,
  `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":[[${POSITIONS}]]}}]}`,
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>178.9,-16.7 180.1,-16.7 180.1,-17 178.9,-16.7</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`,
  "178.9,-17,-179.9,-16.7",
];

const PARSERS: Record<string, { seeds: readonly string[]; parse: (text: string) => unknown }> = {
  "an area": { seeds: AREAS, parse: (text) => readAreaText(text) },
  JSON: { seeds: [AREAS[4]!, "[1,2,{}]"], parse: (text) => readJson(text, "x") },
  "a where clause": {
    seeds: [
      "status in (active, complete)",
      "cost <= 500",
      'name like "coast*"',
      "a:eq=b",
      "look_angle between 20 and 30",
    ],
    parse: parseWhere,
  },
  "a timestamp": {
    seeds: ["2031-02-28T23:59:60.123456+05:30", "2024-02-29T00:00:00Z"],
    parse: parseTimestamp,
  },
  "a time": {
    seeds: ["+2d", "now", "2031-02-28", "-3h30m", "tomorrow"],
    parse: (text) => parseFlagTime(text, NOW),
  },
  "an interval": {
    seeds: ["2031-01-01T00:00:00Z/..", "../2031-01-01", "-7d/now"],
    parse: (text) => [parseInterval(text), parseFlagInterval(text, NOW)],
  },
  "a duration": { seeds: ["1h30m", "P1DT2H", "90s", "1.5d"], parse: parseDuration },
  "an HTTP date": {
    seeds: ["Sat, 21 Nov 2026 10:00:00 GMT", "120"],
    parse: (text) => [parseHttpDate(text, NOW), parseRetryAfter(text, NOW)],
  },
  money: {
    seeds: ["$1,234.50", "EUR 12", "1.234,50 €"],
    parse: (text) => [parseMoney(text), addMoney({ currency: "$", amount: "1" }, text)],
  },
  "a base URL": { seeds: ["https://api.example.com/v2", "http://[::1]:8080/"], parse: parseBaseUrl },
  "a proxy": {
    seeds: ["http://me:pw@proxy.test:3128", "proxy:3128", "https://[fe80::1]:1"],
    parse: (text) => findProxy(new URL("https://api.test"), { HTTPS_PROXY: text }),
  },
  NO_PROXY: {
    seeds: ["localhost,.example.com,10.0.0.0/8,[::1]:80,*", "2001:db8::/32"],
    parse: (text) => isProxyBypassed("10.1.2.3", 443, text),
  },
};

describe("P17 mutated text as", () => {
  test.each(Object.entries(PARSERS))("%s", async (_what, { seeds, parse }) => {
    await fc.assert(
      fc.asyncProperty(mutated(...seeds), (text) => expectCalm(() => parse(text))),
      { numRuns: PROVES_ALL ? 400 : 150 },
    );
  });

  test.each<[string, number, (count: number) => string]>([
    ["brackets", 200_000, (count) => "[".repeat(count)],
    ["parentheses", 200_000, (count) => `POLYGON ${"(".repeat(count)}`],
    ["numbers", 50_000, (count) => `POLYGON ((${"1 2,".repeat(count)}`],
    ["tags", 50_000, (count) => "<kml>".repeat(count)],
    ["blanks", 500_000, (count) => `POLYGON${" ".repeat(count)}x`],
    ["digits", 500_000, (count) => "9".repeat(count)],
    ["minus signs", 500_000, (count) => "-".repeat(count)],
    ["entities", 100_000, (count) => `<kml>${"&amp;".repeat(count)}</kml>`],
  ])("a great many %s, for every parser", async (_name, count, textOf) => {
    for (const { parse } of Object.values(PARSERS)) await expectCalmAtLength(count, textOf, parse);
  });
});
