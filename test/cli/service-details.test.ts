/** Details of a service's error, and its own spellings in input. */
import { describe, expect, it } from "vitest";
import { errorOf, runScripted } from "./scripted-service.ts";

const CREATE = "task create --point 1,2 --window-open +1d --window 7d --tier standard --type spotlight".split(
  " ",
);
const refused = (body: unknown) => runScripted(CREATE, { "POST /task": [{ status: 422, body }] });

const PATH = "body.properties.collectConstraints";
const WORDS = "Unrecognized key(s) in object: 'ascDesc'";
const ONE = { message: WORDS, code: "unrecognized_keys", path: PATH };

describe("ERRORS-12 the only detail of an error", () => {
  it.each([
    [
      "a list in the error",
      { error: { message: "Validation Error", code: "VALIDATION_ERROR", detail: [ONE] } },
    ],
    ["an object in the error", { error: { message: "Validation Error", detail: ONE } }],
    ["details", { message: "Validation Error", details: [ONE] }],
    ["errors beside the message", { message: "Validation Error", errors: [ONE] }],
    ["messages by field", { message: "Validation Error", errors: { [PATH]: [WORDS] } }],
    ["the same detail twice", { error: { message: "Validation Error", detail: [ONE] }, errors: [ONE] }],
    [
      "path as keys",
      { message: "Validation Error", errors: [{ path: PATH.split(".").slice(1), msg: WORDS }] },
    ],
  ])("as %s is shown once, with its path", async (_title, body) => {
    const run = await refused(body);
    expect(run.exitCode).toBe(8);
    expect(run.stderr).toContain("Error: Validation Error: ");
    expect(run.stderr.split(WORDS)).toHaveLength(2);
    expect(run.stderr).toContain("properties.collectConstraints: Unrecognized");
  });

  it("as text is shown, also with the refused value", async () => {
    expect((await refused({ message: "Validation Error", detail: "the window is closed" })).stderr).toContain(
      "Error: Validation Error: the window is closed (422 from POST /v1/task)",
    );
    const detail = [{ path: "a.b", message: "is too long", value: 7 }];
    expect((await refused({ error: { message: "Invalid", detail } })).stderr).toContain(
      "Error: Invalid: a.b: is too long (got 7) (422",
    );
  });

  it("that repeats the message is not shown twice: its path is beside the code", async () => {
    const body = {
      error: { message: "it is bad", code: "ENUM_INVALID", detail: [{ path: "a.b", message: "it is bad" }] },
    };
    const { stderr } = await refused(body);
    expect(stderr).toContain("Error: it is bad (422 from POST /v1/task)");
    expect(stderr).toContain("code ENUM_INVALID at a.b, exit 8");
  });

  it("of several, each is a line, and the first line is not all of them", async () => {
    const errors = [ONE, { path: "a.b", message: "is too long" }];
    const { stderr } = await refused({ errors });
    expect(stderr).toContain("Error: 2 problems (422 from POST /v1/task)");
    expect(stderr.split(WORDS)).toHaveLength(2);
    expect(
      errorOf(await runScripted([...CREATE, "--json"], { "POST /task": [{ status: 422, body: { errors } }] }))
        .details,
    ).toHaveLength(2);
  });
});

it("GEN-18 a service's own spelling in input is taken with a note, also with --strict, and not called wrong", async () => {
  const body = (constraints: object) =>
    JSON.stringify({
      type: "Feature",
      geometry: { type: "Point", coordinates: [1, 2] },
      properties: {
        windowOpen: "2031-01-01T00:00:00Z",
        windowClose: "2031-01-08T00:00:00Z",
        collectionTier: "standard",
        collectionType: "spotlight",
        collectConstraints: constraints,
      },
    });
  const run = await runScripted(
    ["task", "create", "--data", body({ ascDsc: "ascending" }), "--strict", "--dry-run", "--json"],
    {},
  );
  expect([run.exitCode, run.stderr]).toEqual([
    0,
    expect.stringContaining("ascDsc is ascDesc in the interface: both are read"),
  ]);
  expect(run.stderr).not.toMatch(/Warning|interface spells/);
  const misspelt = await runScripted(
    ["task", "create", "--data", body({ asc_desc: "ascending" }), "--strict", "--dry-run", "--json"],
    {},
  );
  expect(misspelt.exitCode).toBe(3);
});
