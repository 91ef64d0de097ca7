/** Open points of the interface about tasking bodies: each key of the dialect, as it is sent. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runScripted, task } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const WINDOW = "--window-open 2026-06-01T00:00:00Z --window-close 2026-06-08T00:00:00Z";
const CREATE = `task create --point 14.9934,37.751 ${WINDOW} --tier standard --type spotlight`;
const REPEAT =
  "repeat create --point 14.9934,37.751 --from 2026-06-01 --interval 7 --count 3 --tier routine --type spotlight";
const RETASK_COLLECT = `collect retask 8c1d2f30-5a6b-4c7d-8e9f-0a1b2c3d4e5f --name again ${WINDOW} --off-nadir-min 27 --off-nadir-max 37`;
const RETASK_REPEAT = "repeat retask r-1 --interval 7 --count 3 --name again --no-check --yes";
const made = { status: 201, body: task("t-1", "review") };
const series = {
  status: 201,
  body: { properties: { repeatrequestId: "r-2", statusHistory: [{ code: "review" }] } },
};
const SCRIPT = {
  "POST /task": [made],
  "POST /repeat-requests": [series],
  "POST /collects/8c1d2f30-5a6b-4c7d-8e9f-0a1b2c3d4e5f/retask": [made],
  "POST /repeat-request/r-1/retask": [series],
};

async function bodyWith(dialect: object, line: string): Promise<unknown> {
  const home = await tempHome();
  await mkdir(join(home, ".config", "swath"), { recursive: true });
  const file = join(home, ".config", "swath", "config.json");
  await writeFile(file, JSON.stringify({ profiles: { default: { dialect } } }));
  const run = await runScripted(line, SCRIPT, { home });
  expect([run.exitCode, run.requests.length], run.stderr).toEqual([0, 1]);
  return run.requests[0]?.body;
}

const angles = { offNadirMin: 27, offNadirMax: 37 };
const times = { windowOpen: "2026-06-01T00:00:00Z", windowClose: "2026-06-08T00:00:00Z" };
const ROWS: readonly (readonly [
  ids: string,
  dialect: object,
  line: string,
  body: object,
  without: string[],
])[] = [
  [
    "TASK-13 placement root",
    { placement: "root" },
    `${CREATE} --custom1 a`,
    { customAttribute1: "a" },
    ["properties.customAttribute1"],
  ],
  [
    "TASK-13 placement properties",
    { placement: "properties" },
    `${CREATE} --custom1 a`,
    { properties: { customAttribute1: "a" } },
    ["customAttribute1"],
  ],
  [
    "TASK-13 placement both, the default",
    {},
    `${CREATE} --custom1 a`,
    { customAttribute1: "a", properties: { customAttribute1: "a" } },
    [],
  ],
  [
    "TASK-32 ascDescKey ascDsc",
    { ascDescKey: "ascDsc" },
    `${CREATE} --orbit-state ascending`,
    { properties: { collectConstraints: { ascDsc: "ascending" } } },
    ["properties.collectConstraints.ascDesc"],
  ],
  [
    "REPEAT-21 repetitionCountPath properties",
    { repetitionCountPath: "properties" },
    REPEAT,
    { properties: { repetitionCount: 3, repetitionProperties: { repetitionInterval: 7 } } },
    ["properties.repetitionProperties.repetitionCount"],
  ],
  [
    "RETASK-C-01 retaskEnvelope feature, the default",
    {},
    RETASK_COLLECT,
    { type: "Feature", properties: { ...times, ...angles } },
    ["geometry"],
  ],
  [
    "RETASK-C-01 retaskEnvelope feature-null-geometry",
    { retaskEnvelope: "feature-null-geometry" },
    RETASK_COLLECT,
    { type: "Feature", geometry: null, properties: times },
    [],
  ],
  [
    "RETASK-C-01 retaskEnvelope flat",
    { retaskEnvelope: "flat" },
    RETASK_COLLECT,
    { ...times, ...angles },
    ["type", "properties"],
  ],
  [
    "RETASK-C-08 retaskAnglesAsString",
    { retaskAnglesAsString: true },
    RETASK_COLLECT,
    { properties: { offNadirMin: "27", offNadirMax: "37" } },
    [],
  ],
  [
    "RETASK-R-14 retaskRepetitionNested",
    { retaskRepetitionNested: true },
    RETASK_REPEAT,
    { properties: { repetitionProperties: { repetitionInterval: 7, repetitionCount: 3 } } },
    ["properties.repetitionInterval", "properties.repetitionCount"],
  ],
  [
    "RETASK-R-14 fields flat, the default",
    {},
    RETASK_REPEAT,
    { properties: { repetitionInterval: 7, repetitionCount: 3 } },
    ["properties.repetitionProperties"],
  ],
];

it.each(ROWS)("%s", async (_ids, dialect, line, body, without) => {
  const sent = await bodyWith(dialect, line);
  expect(sent).toMatchObject(body);
  for (const path of without) expect(sent).not.toHaveProperty(path);
});
