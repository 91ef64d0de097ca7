/** Several ids in one retask: one row per new record, one error per failure. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";
import { errorOf } from "./scripted-service.ts";

const { swath } = await openBench({ archiveSize: 200 });

const made = async (words: string): Promise<string> => (await swath(`${words} --output id`)).stdout.trim();
const TASK =
  "task create --point 15.213,38.789 --window-open +1d --window 7d --tier standard --type spotlight";
const SERIES =
  "repeat create --point 15.213,38.789 --from +1d --interval 7 --count 2 --tier routine --type spotlight";
const [one, two] = [await made(`${TASK} --name one`), await made(`${TASK} --name two`)];
const paid = await made(`${TASK} --name paid --pre-approve --yes`);
const [weekly, monthly] = [await made(SERIES), await made(`${SERIES} --name monthly`)];

describe("retask of several", () => {
  it("RETASK-T-01 RETASK-T-10 tasks: each from its own original, and nothing is sent when one is not there", async () => {
    const missing = await swath(`task retask ${one} ${two} nope --tier priority --json`);
    expect([missing.exitCode, missing.stdout]).toEqual([10, ""]);
    expect(missing.requests.some(({ path }) => path.endsWith("/retask"))).toBe(false);
    expect(errorOf(missing)).toMatchObject({
      code: "BATCH_PARTIAL",
      details: [{ code: "NOT_FOUND", value: "nope" }],
    });
    const run = await swath(`task retask ${one} ${two} --tier priority --json`);
    expect(run.exitCode).toBe(0);
    const records = JSON.parse(run.stdout) as { properties: Record<string, unknown> }[];
    expect(records.map(({ properties }) => properties["taskingrequestName"])).toEqual(["one 2", "two 2"]);
    expect(records.map(({ properties }) => properties["taskingrequestDescription"])).toEqual([
      ` - TRID: ${one}`,
      ` - TRID: ${two}`,
    ]);
    expect(records.every(({ properties }) => properties["collectionTier"] === "priority")).toBe(true);
  });

  it("RETASK-R-01 series, from stdin", async () => {
    const run = await swath("repeat retask - --count 3 --output ndjson", {
      stdin: `${weekly}\n${monthly}\n`,
    });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stdout.trim().split("\n")).toHaveLength(2);
    const sent = run.requests.map(({ path }) => path).filter((path) => path.endsWith("/retask"));
    expect(sent.toSorted()).toEqual([weekly, monthly].map((id) => `/repeat-request/${id}/retask`).toSorted());
  });

  it("RETASK-C-01 collects", async () => {
    const ids = [
      ...new Set(
        (await swath("catalog search --limit 5 --json")).stdout.match(/"vendor:collect_id": "[^"]+"/g),
      ),
    ]
      .map((text) => text.split('"')[3])
      .slice(0, 2);
    const run = await swath(`collect retask ${ids.join(" ")} --window-close +8d --output id`);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stdout.trim().split("\n")).toHaveLength(2);
  });

  it("a pre-approved one makes all wait for one yes", async () => {
    const refused = await swath(`task retask ${one} ${paid} --json`);
    expect([refused.exitCode, errorOf(refused).code]).toEqual([12, "CONFIRMATION_REQUIRED"]);
    expect(refused.requests.some(({ path }) => path.endsWith("/retask"))).toBe(false);
    const asked: string[] = [];
    const run = await swath(`task retask ${paid} ${two} --window-open +2d --output id`, {
      stdinTTY: true,
      stderrTTY: true,
      ask: async ({ message }) => {
        asked.push(message);
        return true;
      },
    });
    expect(run.exitCode).toBe(0);
    expect(asked).toHaveLength(1);
    expect(run.stdout.trim().split("\n")).toHaveLength(2);
  });

  it("RETASK-T-01 no id is a usage error, and a dry run reports that it shows the first", async () => {
    expect((await swath("task retask")).exitCode).toBe(2);
    const dry = await swath(`task retask ${one} ${two} --dry-run`);
    expect(dry.exitCode).toBe(0);
    expect(dry.stderr).toContain("the request for the first of 2 ids");
  });
});

describe("--file of the retasks", () => {
  it.each([
    ["task retask t-1 --no-check", "/task/t-1/retask"],
    ["collect retask c-1", "/collects/c-1/retask"],
    ["repeat retask r-1 --no-check", "/repeat-request/r-1/retask"],
  ])("%s reads the complete body from a file, and flags override it", async (line, path) => {
    const home = await tempHome();
    await writeFile(
      join(home, "body.json"),
      JSON.stringify({
        type: "Feature",
        properties: { retaskRequestName: "from the file", archiveHoldback: "none" },
      }),
    );
    const run = await swath(`${line} --file body.json --name typed --dry-run --json --yes`, {
      home,
    });
    expect(run.exitCode, run.stderr).toBe(0);
    const planned = JSON.parse(run.stdout) as { path: string; body: { properties: object } };
    expect(planned.path.endsWith(path)).toBe(true);
    expect(planned.body.properties).toMatchObject({ retaskRequestName: "typed", archiveHoldback: "none" });
    const both = await swath(`${line} --file body.json --data {} --dry-run`, { home });
    expect([both.exitCode, both.stderr.includes("--file and --data both give the body")]).toEqual([2, true]);
    const faulty = await swath(`${line} --file - --dry-run`, {
      home,
      stdin: '{"properties":{"archiveHoldback":7}}',
    });
    expect(faulty.exitCode).not.toBe(0);
    expect(faulty.stderr).toContain("--file");
  });
});
