/** The retasks as `task create`: window, wait, products, explanation, names; scenes and items as collects. */
import { afterAll, describe, expect, it } from "vitest";
import { rm } from "node:fs/promises";
import { Interrupts } from "../../src/app/interrupts.ts";
import { openBench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";
import { tempHome, type Run, type Surroundings } from "./world.ts";

const { swath, send } = await openBench({ archiveSize: 200 });
const home = await tempHome();
afterAll(() => rm(home, { recursive: true, force: true }));

const CREATE =
  "task create --point 15.213,38.789 --window-open 2026-04-01T00:00:00Z --window 7d --tier standard --type spotlight";
const create = async (words: string): Promise<string> =>
  (await swath(`${CREATE} ${words} --output id`, { home })).stdout.trim();

interface Made {
  taskingrequestId: string;
  taskingrequestName: string;
  windowOpen: string;
  windowClose: string;
  processingConfig: { productTypes: string[] };
}
const madeBy = ({ stdout, stderr, exitCode }: Run): Made => {
  expect(exitCode, stderr).toBe(0);
  return (JSON.parse(stdout) as { properties: Made }).properties;
};
const retask = async (words: string, given: Surroundings = {}): Promise<Made> =>
  madeBy(await swath(`task retask ${words} --json`, { home, ...given }));

describe("RETASK-T-04 the name of a retask", () => {
  it("is that of the original with the next number, and each name finds its own task", async () => {
    const id = await create("--name Etna");
    const second = await retask("Etna --window-open +1d --window 7d");
    const third = await retask("'Etna 2' --window-open +2d --window 7d");
    expect([second.taskingrequestName, third.taskingrequestName]).toEqual(["Etna 2", "Etna 3"]);
    for (const [name, wanted] of [
      ["Etna", id],
      ["Etna 2", second.taskingrequestId],
      ["Etna 3", third.taskingrequestId],
    ] as const)
      expect((await swath(["task", "get", name, "--output", "id"], { home })).stdout.trim()).toBe(wanted);
  });

  it("a number that is part of the original's own name is kept", async () => {
    const id = await create("--name 'Site 7'");
    expect((await retask(`${id} --window-open +1d --window 7d`)).taskingrequestName).toBe("Site 7 2");
  });

  it("two originals of one name get two names", async () => {
    const ids = [await create("--name twin"), await create("--name twin --description other")];
    const run = await swath(`task retask ${ids.join(" ")} --window-open +3d --window 7d --json`, { home });
    const made = JSON.parse(run.stdout) as { properties: Made }[];
    expect(made.map(({ properties }) => properties.taskingrequestName)).toEqual(["twin 2", "twin 3"]);
  });

  it("a given name is kept, and an original without a name gives none", async () => {
    const id = await create("--name given");
    expect((await retask(`${id} --name mine --window 7d`)).taskingrequestName).toBe("mine");
    const bare = await create("--description bare");
    const sent = await swath(`task retask ${bare} --window 6d`, { home });
    expect(sent.requests.at(-1)?.body).not.toHaveProperty("properties.retaskRequestName");
  });

  it("a chosen name does not make another purchase: the same retask of a pre-approved task is refused", async () => {
    const id = await create("--name dear --pre-approve --yes");
    const first = await retask(`${id} --yes`);
    expect(first.taskingrequestName).toBe("dear 2");
    const again = await swath(`task retask ${id} --yes --json`, { home });
    expect(again.requests.filter(({ path }) => path.endsWith("/retask"))).toEqual([]);
    expect(errorOf(again).code).toBe("INTENT_CONFIRMED");
    // With the same window it asks for the same image, which its name shows.
    const words = `${id} --yes --window-open 2026-05-01T00:00:00Z --window 2d`;
    const named = await retask(words);
    expect((await retask(`${words} --resend`)).taskingrequestName).toBe(named.taskingrequestName);
  });
});

describe("RETASK-T-07 RETASK-C-06 --window gives the end of the window", () => {
  it("from the given start, or from now, and never together with --window-close", async () => {
    const id = await create("--name span");
    const made = await retask(`${id} --window-open 2026-05-01T00:00:00Z --window 3d`);
    expect(made.windowClose).toBe("2026-05-04T00:00:00Z");
    const open = await retask(`${id} --window 36h`);
    expect(Date.parse(open.windowClose) - Date.parse(open.windowOpen)).toBe(36 * 3_600_000);
    const both = await swath(`task retask ${id} --window 3d --window-close +3d --json`, { home });
    expect([both.exitCode, both.requests]).toEqual([2, []]);
  });
});

describe("RETASK-T-11 product types of a retask", () => {
  it("are set on the new task, with GEO, and the original keeps its own", async () => {
    const id = await create("--name typed --product-type SLC");
    const made = await retask(`${id} --window 7d --product-type sicd`);
    expect(made.processingConfig.productTypes).toEqual(["GEO", "SICD"]);
    const original = JSON.parse((await swath(`task get ${id} --json`, { home })).stdout) as {
      properties: Made;
    };
    expect(original.properties.processingConfig.productTypes).toEqual(["GEO", "SLC"]);
  });

  it("an unknown type is refused before the retask is sent", async () => {
    const id = await create("--name wrong");
    const run = await swath(`task retask ${id} --product-type SICC --json`, { home });
    expect([run.exitCode, run.requests]).toEqual([3, []]);
  });
});

describe("RETASK-T-11 product types that were not set after a paid retask", () => {
  it("Ctrl-C before they are set names the new task, and the command that sets them", async () => {
    const id = await create("--name stopped --pre-approve --yes");
    const interrupts = new Interrupts();
    const run = await swath(`task retask ${id} --window-open +1d --window 7d --product-type SLC --yes`, {
      home,
      interrupts,
      send: async (request) => {
        if (request.method === "PATCH") interrupts.press("SIGINT");
        return send(request);
      },
    });
    const { stdout } = await swath("search tasks --name 'stopped 2' --output id", { home });
    expect(run.exitCode, run.stderr).toBe(130);
    expect(run.stderr).toContain(`swath task set-products ${stdout.trim()} --product-type GEO,SLC`);
  });

  it("those of several tasks are set before the wait for the first one", async () => {
    const ids = [await create("--name early"), await create("--name early --description other")];
    const words = `${ids.join(" ")} --window-open +5d --window 7d --product-type SLC --wait`;
    const run = await swath(`task retask ${words}`, { home });
    expect(run.exitCode, run.stderr).toBe(0);
    const methods = run.requests.map(({ method }) => method);
    expect(methods.filter((method) => method === "PATCH")).toHaveLength(2);
    expect(methods.slice(methods.lastIndexOf("PATCH") + 1)).toContain("GET");
    expect(methods.slice(methods.indexOf("PATCH"), methods.lastIndexOf("PATCH"))).not.toContain("GET");
  });
});

describe("RETASK-T-01 --wait and --explain", () => {
  it("--wait shows the estimate, and the next step is its approval", async () => {
    const id = await create("--name waited");
    const screen = {
      home,
      env: { NO_COLOR: "1" },
      stdinTTY: true,
      stdoutTTY: true,
      stderrTTY: true,
      columns: 200,
    };
    const run = await swath(`task retask ${id} --window 8d --wait --wait-timeout 2h`, screen);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stderr).toMatch(/^Estimate: \$/m);
    expect(run.stderr).toMatch(/^-> swath task approve \S+/m);
  });

  it("TASK-62 task create --wait has the same next step, and the short id works", async () => {
    const screen = { home, env: { NO_COLOR: "1" }, stdinTTY: true, stdoutTTY: true, stderrTTY: true };
    const run = await swath(`${CREATE} --name quay --wait --wait-timeout 2h`, screen);
    const [, short = ""] = /^-> swath task approve ([0-9a-f]{8})$/m.exec(run.stderr) ?? [];
    const approved = await swath(`task approve ${short} --yes --output id`, { home });
    expect(approved.exitCode, approved.stderr).toBe(0);
    expect(approved.stdout.startsWith(short)).toBe(true);
  });

  it("--explain describes the new task with the values of its original, and sends nothing", async () => {
    const id = await create("--name told --local-time day");
    const run = await swath(`task retask ${id} --window-open 2026-05-01T00:00:00Z --explain`, { home });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.requests.every(({ method }) => method === "GET")).toBe(true);
    expect(JSON.parse(run.stdout)).toMatchObject({
      windowOpen: "2026-05-01T00:00:00Z",
      windowClose: "2026-05-08T00:00:00Z",
      localTime: "06:00-18:00",
    });
  });
});

describe("RETASK-C-01 a scene and an item stand for their collect", () => {
  interface Item {
    id: string;
    collection: string;
    properties: Record<string, string>;
  }
  const itemOf = async (): Promise<Item> =>
    (JSON.parse((await swath("catalog search --limit 1 --json")).stdout) as [Item])[0];

  it("an item, with its collection or without; a short id with products; --collect", async () => {
    const { id, collection, properties } = await itemOf();
    const collect = properties["vendor:collect_id"]!;
    for (const line of [
      `collect retask ${id}`,
      `collect retask ${collection}/${id}`,
      `collect retask ${collect.slice(0, 8)}:SLC,GEO`,
      `task retask --collect ${id}`,
    ]) {
      const run = await swath(`${line} --window 7d`);
      expect(run.exitCode, run.stderr).toBe(0);
      expect(run.requests.at(-1)?.path).toBe(`/collects/${collect}/retask`);
    }
  });

  it("two items of one collect are one retask", async () => {
    const { properties } = await itemOf();
    const collect = properties["vendor:collect_id"]!;
    const { stdout } = await swath(`catalog search --collect-id ${collect} --output id`);
    const ids = stdout.trim().split("\n");
    expect(ids.length).toBeGreaterThan(1);
    const run = await swath(`collect retask ${ids.join(" ")} --window 7d`);
    expect(run.requests.filter(({ path }) => path.endsWith("/retask"))).toHaveLength(1);
  });

  it("PICK-01 without an id a terminal lists the scenes of the last search, one row each", async () => {
    const screen = {
      home,
      env: { NO_COLOR: "1" },
      stdinTTY: true,
      stdoutTTY: true,
      stderrTTY: true,
      columns: 200,
    };
    const search = "catalog search --limit 4";
    const items = JSON.parse((await swath(`${search} --json`)).stdout) as Item[];
    await swath(search, screen);
    const collects = [...new Set(items.map(({ properties }) => properties["vendor:collect_id"]!))];
    const shown: string[] = [];
    const run = await swath("collect retask --window 7d", {
      ...screen,
      ask: async ({ kind, message, find }) => {
        expect(kind).toBe("search-many");
        shown.push(message);
        const values = (find?.("") ?? []).map(({ value }) => value).filter(Boolean);
        return values.slice(0, 1);
      },
    });
    expect(shown[0]).toMatch(/^Which scenes\? Scenes of your last search/);
    expect(run.requests.at(-1)?.path).toBe(`/collects/${collects[0]}/retask`);
    expect((await swath("collect retask --window 7d")).exitCode).toBe(2);
  });
});
