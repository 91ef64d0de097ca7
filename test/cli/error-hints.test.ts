/** The advice of an error works when it is typed: the suggested flag has an effect, the folder exists. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeLink } from "../this-system.ts";
import { openBench } from "./bench.ts";
import { errorOf, runScripted } from "./scripted-service.ts";
import { BASE_URL, tempHome } from "./world.ts";

const { swath } = await openBench({ archiveSize: 200 });
const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
const ordered = await swath(`order place --item vendor-archive/${granule} --yes --output id`);
const download = `order download ${ordered.stdout.trim()} --out-dir out --asset metadata`;
const name = `${granule}/${granule}_metadata.json`;

it.each([
  ["SWATH_API_KEY", "SWATH_API_KEY", { SWATH_API_KEY: "bad" }],
  ["--api-key-file key.txt", "--api-key-file key.txt", {}],
])(
  "AUTH-01 a refused key of %s, which overrides a stored one, is corrected there",
  async (words, source, env) => {
    const home = await tempHome();
    await writeFile(join(home, "key.txt"), "bad\n");
    const line = `catalog search ${words.startsWith("--") ? words : ""}`.trim();
    const run = await runScripted(line, { POST: [{ status: 401 }] }, { home, env });
    expect([run.exitCode, run.stderr]).toEqual([4, expect.stringContaining(`Correct ${source}`)]);
  },
);

it("MAP-01 a flag of the catalog after search leads to catalog search", async () => {
  for (const words of ["search --place Rotterdam", "search --bbox 1,2,3,4"]) {
    const run = await swath(words);
    expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining("swath catalog search")]);
  }
});

it("GEN-06 the hint for an unreadable reply suggests a flag that shows it", async () => {
  const script = { POST: [{ body: { type: "Feature", odd: "kept" } }] };
  const run = await runScripted("catalog search --json", script);
  expect(run.exitCode).toBe(8);
  expect(errorOf(run).hint).toContain("--debug");
  const shown = await runScripted("catalog search --page-size 5 --debug", script);
  expect(shown.stderr).toContain(`* > POST ${BASE_URL}/catalog/search\n`);
  expect(shown.stderr).toContain('* > {"limit":5}\n');
  expect(shown.stderr).toContain("* < 200\n");
  expect(shown.stderr).toContain("kept");
});

it("REPEAT-19 two ends of a series: the error has the flags to choose from, as help writes them", async () => {
  const create = "repeat create --point 14.43,40.82 --from +1d --interval 7 --tier routine --type spotlight";
  const made = await swath(`${create} --count 3 --to +60d --json`);
  expect(made.exitCode).toBe(3);
  expect(errorOf(made).details).toMatchObject([
    { code: "REPEAT_END_CONFLICT", hint: "Keep only one of --count, --to, --until-canceled" },
  ]);
  const open = await swath("repeat retask r-1 --strict --json");
  expect(errorOf(open).details).toMatchObject([{ hint: "Keep only one of --count, --to, --until-canceled" }]);
});

describe("a flag with a value in a hint is quoted for the current shell", () => {
  const powershell = { PSModulePath: "/opt/modules" };

  it.each([
    ["catalog search --point x", "--point '-9.14,38.71'", "--point -9.14,38.71"],
    ["catalog search --bbox x", "--bbox '-9.5,38.5,-9,39'", "--bbox -9.5,38.5,-9,39"],
    ["task set-products 3f0c", "--product-type 'GEO,SICD'", "--product-type GEO,SICD"],
  ])("%s", async (line, inPowershell, inPosix) => {
    expect(errorOf(await swath(`${line} --json`, { env: powershell })).hint).toContain(inPowershell);
    expect(errorOf(await swath(`${line} --json`)).hint).toContain(inPosix);
  });
});

it.each(["", "--overwrite", "--skip-existing"])(
  "DOWNLOAD-08 a folder in a file's place is moved away by hand: %s does not replace it, and is not suggested",
  async (flag) => {
    const home = await tempHome();
    await mkdir(join(home, "out", name), { recursive: true });
    const run = await swath(`${download} ${flag} --json`, { home });
    expect(run.exitCode).toBe(10);
    expect(errorOf(run)).toMatchObject({
      code: "FILE_EXISTS",
      hint: "Move it",
    });
  },
);

it("DOWNLOAD-08 a manifest that is a symbolic link is reported, and nothing is written through it", async () => {
  const home = await tempHome();
  await mkdir(join(home, "out"));
  makeLink(join(home, "elsewhere"), join(home, "out", "swath-manifest.ndjson"));
  const run = await swath(`${download} --json`, { home });
  expect(run.exitCode).toBe(14);
  expect(errorOf(run).message).toContain("a symbolic link with that name exists");
  await expect(readFile(join(home, "elsewhere"))).rejects.toThrow("ENOENT");
});

it("DOWNLOAD-08 verify of a file reports that it is a file, not a disk failure", async () => {
  const home = await tempHome();
  await writeFile(join(home, "one.tif"), "");
  const run = await swath("verify one.tif --json", { home });
  expect(run).toMatchObject({ exitCode: 2, requests: [] });
  expect(errorOf(run)).toMatchObject({ code: "INPUT_NOT_READABLE" });
  expect(errorOf(run).message).toMatch(/one\.tif is a file, not a folder/);
});

it("AUTH-01 --config with the settings file is refused", async () => {
  const home = await tempHome();
  await writeFile(join(home, "config.json"), "{}");
  const file = join(home, "config.json");
  const run = await swath(["task", "types", "--config", file, "--json"], { home });
  expect(run).toMatchObject({ exitCode: 2, requests: [] });
  expect(errorOf(run)).toMatchObject({
    code: "CONFIG_INVALID",
    message: `${file} is a file, not the folder of the settings`,
  });
  const below = await swath(["task", "types", "--config", join(file, "swath")], { home });
  expect(below.exitCode).toBe(0);
});

it("TASK-02 the error for two location flags lists those two only", async () => {
  const run = await swath(["task", "create", "--point", "1,2", "--file", "0,0 1,1"]);
  expect(run).toMatchObject({ exitCode: 2, requests: [] });
  expect(run.stderr).toContain("Error: --point and --file both give an area\n");
});

it("TASK-02 a table given as an area gets the list of area formats; broken GeoJSON gets the JSON error", async () => {
  const hint = async (text: string) =>
    errorOf(await swath("task create --file - --json", { stdin: text })).hint;
  expect(await hint("name,lon,lat\nfoo,14.9,37.7\n")).toContain("GeoJSON, WKT, KML");
  expect(await hint("")).toContain("GeoJSON, WKT, KML");
  expect(await hint('{"type":')).toContain("double quotes");
});

it("EXPORT-09 the beginning of a flag suggests that flag before a similar word", async () => {
  const run = await swath("export fetch --file latest --json");
  expect(errorOf(run).hint).toContain("Did you mean --file-name?");
});

it("GEN-09 an unconfirmed decision suggests the flag that confirms it", async () => {
  const hint = async (words: string) => errorOf(await swath(`${words} --json`)).hint;
  expect(await hint("task approve t")).toBe("Add --yes to agree");
  expect(await hint("task reject t")).toBe("Add --yes to agree");
  expect(await hint("repeat reject r")).toBe("Add --yes to agree");
  expect(await hint("task approve t --no-check")).toBe("Add --yes to agree");
});

it("TASK-02 --each with the flags of the run before sends nothing and shows what to type; with others it sends", async () => {
  const home = await tempHome();
  const features = [15, 16].map((longitude) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: [longitude, 37.7] },
    properties: {},
  }));
  await writeFile(join(home, "sites.json"), JSON.stringify({ type: "FeatureCollection", features }));
  const line = "task create --file sites.json --each --window-open now --window 7d --type spotlight --tier";
  const first = await swath(`${line} standard`, { home });
  expect(first.stderr).not.toContain("Nothing was sent");
  const again = await swath(`${line} standard`, { home });
  expect(again).toMatchObject({ exitCode: 0, requests: [] });
  expect(again.stderr).toMatch(
    /Nothing was sent: both requests were sent before, .*--resend sends the same again\)\n/,
  );
  for (const words of [`${line} urgent`, `${line} urgent --resend`])
    expect((await swath(words, { home })).requests).toHaveLength(2);
});

it("EXPORT-08 a format beside file names is reported by flags, not by fields", async () => {
  const run = await swath("export links --type latest --format gpkg --file-name a.gpkg");
  expect(run).toMatchObject({ exitCode: 3, requests: [] });
  expect(run.stderr).toContain("Keep only one of --format, --file-name");
});

it("TASK-19 a misspelt tier suggests the nearest one", async () => {
  const command = "task create --point 0,0 --window-open +1d --window 2d --tier standrd --dry-run";
  const run = await swath(command);
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain("Did you mean standard?");
  expect(errorOf(await swath(`${command} --json`))).toMatchObject({
    details: [{ flag: "--tier", value: "standrd", hint: "Did you mean standard?" }],
  });
  const short = await swath(command.replace("standrd", "flx"));
  expect(short.stderr).toContain("Did you mean flexible?");
  const far = await swath(command.replace("standrd", "weekly"));
  expect(far.stderr).toContain('--tier "weekly" is not one of');
  expect(far.stderr).not.toContain("Did you mean");
});

it.each([
  ["search tasks --all --limit=5", "Keep only one of --all, --limit"],
  ["catalog search --point 1,2 --limit 5 -f a.geojson", "Keep only one of --point, --file"],
  ["catalog search --bbox 1,2,3,4 --place Lisbon", "Keep only one of --place, --bbox"],
  ["export query x.gpkg --datetime 2026-03-01 --from 2026-03-01 --to=2026-03-02", "Leave out --datetime"],
  [
    "task approve t-1 --no-check --max-cost 5 --yes",
    "a cost limit needs the price, which is not read without the check",
  ],
  ["task list --json --output csv", "Keep only one of --json, --output"],
])("mutually exclusive flags are listed: %s", async (line, hint) => {
  const run = await swath(line);
  expect(run.stderr).toContain(hint);
  expect(run.requests).toEqual([]);
});

it.each([
  ["task list --profile acne", "Did you mean acme?"],
  ["task get t-1 --profile=ACME --json", "Did you mean acme?"],
])("%s of a misspelt profile suggests the nearest name", async (line, hint) => {
  const home = await tempHome();
  await swath("config set baseUrl https://sar.example --profile acme", { home });
  const { exitCode, stderr } = await swath(line, { home });
  expect([exitCode, stderr.includes(hint)], stderr).toEqual([2, true]);
  expect(stderr).toMatch(/known: acme, default, sandbox/);
});

it("--profile nosuch leads to the command that makes the profile", async () => {
  const home = await tempHome();
  await swath("config set baseUrl https://sar.example --profile acme", { home });
  const { stderr } = await swath("task list --profile nosuch", { home });
  const [, line = ""] = /Make it: swath (.*)\n/.exec(stderr) ?? [];
  const made = line.replace("https://...", "https://sar.example");
  const { exitCode } = await swath(`${made} --api-key-stdin --no-check`, { home, stdin: "a-key-of-sixteen" });
  expect([exitCode, (await swath("profile list --output id", { home })).stdout], stderr).toEqual([
    0,
    "default\nsandbox\nacme\nnosuch\n",
  ]);
});

it.each([
  ["profile create x", "swath auth login --profile <name> --base-url https://..."],
  ["profile add", "swath auth login --profile <name> --base-url https://..."],
  ["profile remove x", "swath profile delete <name>"],
  ["catalog cover", "swath catalog search --file <area.geojson> --cover"],
  ["man", "swath help"],
  ["passes --days 5", "--window 5d"],
  ["export query x.gpkg --orbit-state ascending", '--where "orbt_state=ascending"'],
  ["export query x.gpkg --instrument-mode spotlight", '--where "mode=spotlight"'],
  ["export query x.gpkg --platform a", "swath catalog search --platform <name>"],
  ["export query x.gpkg --cover", "swath catalog search --cover"],
  ["quote buy x.json --download out", "swath order download <orderId> --wait --out-dir <dir>"],
  ["export query latest", "swath export fetch --type latest --out-dir <dir>"],
  ["export fetch weekly", "swath export fetch --type weekly"],
  [
    ["catalog", "search", "--where", "incidence < 30 and orbit = asc"],
    "--where 'incidence<30' --where orbit=asc",
  ],
])("words that other programs have lead to ours: %s", async (line, hint) => {
  const run = await swath(line);
  expect([run.exitCode, run.requests], run.stderr).toEqual([2, []]);
  expect(run.stderr).toContain(hint);
});

it("a quoted text with `and` stays one condition", async () => {
  const run = await swath(["search", "tasks", "--where", 'taskingRequestName="a=1 and b=2"', "--dry-run"]);
  expect(run.stderr).not.toContain("one condition");
});

it("GEN-05 --base-url beside the sandbox is refused, by flag and by variable", async () => {
  const line = "catalog search --place Lisbon --base-url http://127.0.0.1:9";
  for (const run of [
    await swath(`${line} --sandbox`),
    await swath(line, { env: { SWATH_PROFILE: "sandbox" } }),
  ])
    expect([run.exitCode, run.requests, run.stderr]).toEqual([2, [], expect.stringContaining("code USAGE")]);
});

it("a stored profile is suggested if the profile of the run has no base URL", async () => {
  const home = await tempHome();
  await swath("config set baseUrl https://sar.example --profile work", { home });
  const env = { SWATH_BASE_URL: undefined, SWATH_API_KEY: undefined };
  for (const line of ["task list", "doctor"])
    expect((await swath(line, { home, env })).stderr).toContain("swath profile use work");
});

it("a CA file that cannot be read is not stored", async () => {
  const home = await tempHome();
  await writeFile(join(home, "empty.pem"), "no certificate\n");
  for (const [file, code] of [
    ["nope.pem", "INPUT_NOT_READABLE"],
    ["empty.pem", "CONFIG_INVALID"],
  ] as const) {
    const run = await swath(`config set caFile ${file}`, { home });
    expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining(code)]);
  }
  expect((await swath("config get caFile", { home })).stdout.trim()).not.toContain("pem");
});

it("hints come after the result", async () => {
  let shown = "";
  const run = await swath("order wait " + ordered.stdout.trim(), {
    env: { NO_COLOR: "1" },
    stdoutTTY: true,
    stderrTTY: true,
    onWrite: (text) => (shown += text),
  });
  expect(run.stdout).toContain("is ready");
  expect(shown).toMatch(/is ready: 1 item\n-> Download it: swath order download \S+/);
});

it.each([
  ["approvals reject --all", "Add --yes to agree"],
  ["approvals approve --all --max-cost 5", "Add --yes to agree"],
  ["sandbox start --dry-run", "Leave out --dry-run"],
  ["auth logout --sandbox", "Choose another profile with --profile"],
])("%s: the hint has the flag to add or to omit", async (line, hint) => {
  const run = await swath(line);
  expect(run.stderr).toContain(`${hint}\n`);
  expect(run.requests).toEqual([]);
});
