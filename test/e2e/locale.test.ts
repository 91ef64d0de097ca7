/**
 * A command has one meaning everywhere: no zone and no language of the machine changes requests or output. Each line runs in
 * UTC, and in one of two places with another zone and another language: the first line at the first place, the next at the
 * other; `npm run test:all` runs each line at both.
 */
import { expect, it } from "vitest";
import { testFolder } from "../new-folder.ts";
import { swath } from "./swath.ts";
import { words } from "../cli/split-line.ts";
import { sampled } from "../sampled.ts";

const HERE = { TZ: "UTC", LANG: "C" };
const ELSEWHERE = [
  { TZ: "Asia/Kolkata", LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8" },
  { TZ: "America/Los_Angeles", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
] as const;

const ETNA = "--point 14.9934,37.751 --tier priority";
const ROWS: readonly (readonly [line: string, meaning: RegExp])[] = [
  // A date alone is midnight UTC, and 29 February is a day of leap years.
  [
    `task create ${ETNA} --type spotlight --window-open 2032-02-29 --window 36h --dry-run`,
    /"windowOpen": "2032-02-29T00:00:00Z"[^]*"windowClose": "2032-03-01T12:00:00Z"/,
  ],
  [
    `task create ${ETNA} --type spotlight --window-open 2032-03-01T01:30:00+05:30 --window-close 2032-03-09T23:59:59.5-08:00 --dry-run`,
    /"windowOpen": "2032-02-29T20:00:00Z"[^]*"windowClose": "2032-03-10T07:59:59.5(00)?Z"/,
  ],
  // Rome changes its clocks on 28 March 2032, the machine's own zone on another day.
  [
    `task create ${ETNA} --type spotlight --window-open 2032-03-27 --window 3d --local-time 06:30-09:00 --explain --json`,
    /"open": "2032-03-27T05:30:00Z"[^]*"open": "2032-03-28T04:30:00Z"[^]*"zone": "Europe\/Rome"|"zone": "Europe\/Rome"[^]*"open": "2032-03-27T05:30:00Z"[^]*"open": "2032-03-28T04:30:00Z"/,
  ],
  // A Turkish i keeps its dot in capitals; capitals of product types depend on no language.
  [
    `task create ${ETNA} --type spotlight --window-open 2032-03-27 --window 3d --product-type sicd,sidd,geo --name Iğdır --dry-run`,
    /"productTypes": \[\s*"SICD",\s*"SIDD",\s*"GEO"/,
  ],
  [
    `task create ${ETNA} --type SPOTLIGHT_WIDE --window-open 2032-03-27 --window 3d --json`,
    /Did you mean spotlight_wide\?/,
  ],
  [`task create ${ETNA} --type spotlight --window-open 2032-02-30 --window 3d --json`, /TIMESTAMP_INVALID/],
  [`task create ${ETNA} --type spotlight --window-open 27.03.2032 --window 3d --json`, /TIMESTAMP_INVALID/],
  [
    "repeat create --point 14.9934,37.751 --tier routine --type spotlight --from 2032-03-01 --interval 36h --to 2032-11-01T00:00:00-03:00 --off-nadir-min 20.5 --dry-run",
    /"repeatStart": "2032-03-01T00:00:00Z"[^]*"repeatEnd": "2032-11-01T03:00:00Z"[^]*"repetitionInterval": 1\.5|"repetitionInterval": 1\.5[^]*"repeatEnd": "2032-11-01T03:00:00Z"/,
  ],
  [
    "collect retask c1d2 --window-open 2032-03-01 --window-close 2032-03-08 --off-nadir-min 27.5 --dry-run",
    /"offNadirMin": 27\.5/,
  ],
  ["search tasks --from 2032-03-01 --dry-run", /2032-03-01T00:00:00Z/],
  [
    `task create --file 'POLYGON((14.9 37.6,15.2 37.6,15.2 37.9,14.9 37.6))' --type stripmap_100 --window-open 2032-03-27t00:00:00z --window-close 2032-04-03T00:00:00.25+00:00 --tier flexible --dry-run`,
    /"coordinates": \[[^]*14\.9,\s*37\.6[^]*"windowOpen": "2032-03-27T00:00:00Z"[^]*"windowClose": "2032-04-03T00:00:00\.25/,
  ],
  [
    `task create --file "POINT (-9.14 38.69)" --type spotlight --window-open 2032-10-30 --window 2w --tier urgent --holdback 30_day --look-direction left --orbit-state descending --orbital-plane 45,97 --azimuth-min 340 --azimuth-max 20 --grazing-min 40.5 --grazing-max 75 --squint backward --max-squint-angle 15 --polarization vv --local-time 23400,32400.5 --dry-run`,
    /"orbitalPlanes": \[\s*45,\s*97\s*\][^]*"grazingAngleMin": 40\.5|"grazingAngleMin": 40\.5[^]*"orbitalPlanes": \[\s*45,\s*97\s*\]/,
  ],
  [
    `task create ${ETNA} --type spotlight --window-open 2032-10-30 --window 2d --local-time night --explain --json`,
    // Rome leaves summer time on 31 October 2032.
    /"2032-10-30T16:00:00Z"[^]*"2032-10-31T17:00:00Z"/,
  ],
  [
    "search tasks --where 'collectConstraints.offNadirMin>=20.5' --where-string customAttribute1=1 --name Iğdır --status-time '>=2032-03-01T00:00:00+03:00' --window-open 2032-03-01/.. --dry-run",
    /"gte": 20\.5/,
  ],
  [
    "repeat retask 3f0c --no-check --yes --from 2032-03-28T02:30:00+01:00 --interval 1w --until-canceled --dry-run",
    /"repeatStart": "2032-03-28T01:30:00Z"[^]*"repetitionInterval": 7|"repetitionInterval": 7[^]*"repeatStart": "2032-03-28T01:30:00Z"/,
  ],
  [
    "task retask 3f0c --no-check --yes --window-open 2032-11-07 --window-close 2032-11-08T01:30:00-08:00 --dry-run",
    /"windowOpen": "2032-11-07T00:00:00Z"[^]*"windowClose": "2032-11-08T09:30:00Z"/,
  ],
  ["org set-defaults org-a --required geo --optional sicd,slc --yes --dry-run", /"SICD"[^]*"SLC"/],
];

const NUMBERED = ROWS.map(([line, meaning], at) => [line, meaning, at] as const);

it.each(NUMBERED)("GEN-04 %s", async (line, meaning, at) => {
  const home = await testFolder();
  const runs = await Promise.all(
    [HERE, ...sampled(ELSEWHERE, ELSEWHERE.length, at)].map((place) =>
      swath(words(line), {
        home,
        env: { SWATH_BASE_URL: "http://127.0.0.1:9", SWATH_API_KEY: "key", ...place },
      }),
    ),
  );
  const [here, ...others] = runs.map(({ code, stdout, stderr }) => ({ code, stdout, stderr }));
  expect(`${here?.stdout}${here?.stderr}`).toMatch(meaning);
  for (const there of others) expect(there).toEqual(here);
});
