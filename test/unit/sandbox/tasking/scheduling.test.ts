/* eslint-disable typescript/no-explicit-any */
import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../../new-folder.ts";
import { openBench } from "../service/open.ts";
import { at, idOf, LISBON, openSky, repeatBody, type Sky, taskBody, TAAL } from "./requests.ts";

const approved = (properties: object = {}, rest: object = {}) =>
  taskBody(properties, { preApproval: true, ...rest });

async function accepted(sky: Sky, properties: object = {}): Promise<any> {
  const id = idOf(await sky.create(approved(properties)));
  await sky.go(30);
  return (await sky.task(id)).properties;
}

describe("the scheduler of the store", () => {
  it("TASK-60 among requests that are due together, the higher tier chooses first", async () => {
    const sky = await openSky();
    const ids: Record<string, string> = {};
    // Stored in the wrong order, and all for the first pass over one place.
    for (const tier of ["flexible", "standard", "priority", "urgent"]) {
      ids[tier] = idOf(await sky.create(approved({ collectionTier: tier })));
    }
    await sky.go(30);
    const times = await Promise.all(
      ["urgent", "priority", "standard", "flexible"].map(async (tier) =>
        Date.parse((await sky.task(ids[tier] as string)).properties.expectedCollectionTime),
      ),
    );
    expect(times.every((time) => time > 0)).toBe(true);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(4);
  });

  it("TASK-60 LIMITS-13 a planned flexible task is moved for a later urgent one, which takes its pass", async () => {
    const sky = await openSky();
    const flexible = idOf(await sky.create(approved({ collectionTier: "flexible" })));
    await sky.go(30);
    const planned = (await sky.task(flexible)).properties;
    const urgent = idOf(await sky.create(approved({ collectionTier: "urgent" })));
    await sky.go(30);
    expect((await sky.task(urgent)).properties.expectedCollectionTime).toBe(planned.expectedCollectionTime);
    const moved = (await sky.task(flexible)).properties;
    expect(moved.statusHistory.map(({ code }: any) => code)).toEqual(["accepted", "accepted", "submitted"]);
    expect(moved.lastStatusMessage).toMatch(
      /^moved to make room for a higher tier: vendor-\d\d passes at \S+Z, look angle \d+\.\d degrees to the (?:left|right)$/,
    );
    expect(Date.parse(moved.expectedCollectionTime)).toBeGreaterThan(
      Date.parse(planned.expectedCollectionTime),
    );
    await sky.go(80 * 3600);
    const done = [(await sky.task(flexible)).properties, (await sky.task(urgent)).properties];
    expect(done.map(({ lastStatusCode }) => lastStatusCode)).toEqual(["completed", "completed"]);
    expect(done[0].collectIds).not.toEqual(done[1].collectIds);
  });

  it("TASK-60 a flexible task whose window has no other pass is rejected for a higher tier", async () => {
    const sky = await openSky();
    const first = await accepted(sky, { collectionTier: "flexible" });
    const passMs = Date.parse(first.expectedCollectionTime);
    const narrow = (ms: number) => new Date(passMs + ms).toISOString();
    const window = { windowOpen: narrow(-60_000), windowClose: narrow(120_000) };
    const sky2 = await openSky();
    const flexible = await accepted(sky2, { ...window, collectionTier: "flexible" });
    expect(flexible.lastStatusCode).toBe("accepted");
    await sky2.create(approved({ ...window, collectionTier: "priority" }));
    await sky2.go(30);
    const { properties } = await sky2.task(flexible.taskingrequestId);
    expect(properties.lastStatusCode).toBe("rejected");
    expect(properties.lastStatusMessage).toContain("priority");
    expect(properties).not.toHaveProperty("expectedCollectionTime");
  });

  it("TASK-60 a standard task is not moved: the urgent one takes the next pass", async () => {
    const sky = await openSky();
    const standard = await accepted(sky);
    const urgent = await accepted(sky, { collectionTier: "urgent" });
    const { properties } = await sky.task(standard.taskingrequestId);
    expect(properties.expectedCollectionTime).toBe(standard.expectedCollectionTime);
    expect(Date.parse(urgent.expectedCollectionTime)).toBeGreaterThan(
      Date.parse(standard.expectedCollectionTime),
    );
  });

  it.each([
    [{ collectConstraints: { grazingAngleMin: 89 } }, "grazing"],
    [{ collectConstraints: { azimuthAngleMin: 0, azimuthAngleMax: 0, orbitalPlanes: [45] } }, "azimuth"],
    [{ collectConstraints: { offNadirMin: 49.99, offNadirMax: 50 } }, "look|off.?nadir"],
  ])("STATES-13 no pass for %j: rejected, with the reason in the message", async (properties, words) => {
    const sky = await openSky();
    const task = await accepted(sky, properties);
    expect(task.lastStatusCode).toBe("rejected");
    expect(task.lastStatusMessage).toMatch(new RegExp(words, "i"));
    await sky.go(1000 * 3600);
    expect((await sky.task(task.taskingrequestId)).properties.statusHistory.length).toBe(2);
  });

  it("STATES-13 a window far ahead waits for the scheduler's horizon, a day at a time, without new entries in its history", async () => {
    const sky = await openSky();
    const task = await accepted(sky, { windowOpen: at(24 * 30), windowClose: at(24 * 33) });
    expect(task.lastStatusCode).toBe("submitted");
    await sky.go(33 * 86_400 + 3600);
    const { properties } = await sky.task(task.taskingrequestId);
    expect(properties.lastStatusCode).toBe("completed");
    expect(Date.parse(properties.expectedCollectionTime)).toBeGreaterThanOrEqual(Date.parse(at(24 * 30)));
    expect(properties.statusHistory.length).toBeLessThanOrEqual(5);
  });

  it("TASK-45 TASK-46 night is the local night of the place", async () => {
    const sky = await openSky();
    const point = { geometry: { type: "Point", coordinates: [-122.42, 37.77] } };
    const body = approved(
      { windowClose: at(24 * 6), collectConstraints: { localTime: [79_200, 14_400] } },
      point,
    );
    const id = idOf(await sky.create(body));
    await sky.go(30);
    const { expectedCollectionTime } = (await sky.task(id)).properties;
    const hour = Number(
      new Intl.DateTimeFormat("en-GB", {
        timeZone: "America/Los_Angeles",
        hour: "2-digit",
        hourCycle: "h23",
      }).format(new Date(expectedCollectionTime)),
    );
    expect(hour >= 22 || hour < 4).toBe(true);
  });
});

describe("state as a function of the store and the clock", () => {
  const play = async (looks: number, hours = 200): Promise<any> => {
    const sky = await openSky();
    await sky.create(approved({ collectionTier: "flexible" }));
    await sky.create(
      approved({}, { geometry: TAAL, properties: { windowOpen: at(1), windowClose: at(190) } }),
    );
    const series = repeatBody({ repetitionCount: 3 }, { preApproval: true, collectionTier: "flexible" });
    await sky.ask("POST", "/repeat-requests", { body: series });
    await sky.go(40);
    await sky.create(approved({ collectionTier: "urgent" }));
    await sky.create();
    // The control plane carries out due work before it answers: from here on only the time advances.
    await sky.ask("POST", "/_sandbox/clock", { body: { mode: "real" } });
    for (let look = 0; look < looks; look += 1) {
      sky.clock.ms += (hours * 3_600_000) / looks;
      await sky.ask("GET", "/tasks/paged");
    }
    const body = { query: { includeRepeatingTasks: true }, sort: "taskingrequestId" };
    const tasks = (await sky.ask("POST", "/tasks/search", { body })).json.results;
    const repeats = (await sky.ask("POST", "/repeat-requests/search", { body: {} })).json.results;
    const catalog = await sky.ask("POST", "/catalog/search", {
      body: { datetime: `${at(0)}/..`, intersects: LISBON, limit: 200 },
    });
    return { tasks, repeats, items: catalog.json.features };
  };

  it("SBX-03 one request at the end returns the same as requests every hour", async () => {
    const run = (looks: number) => play(looks);
    const [often, once] = [await run(200), await run(1)];
    expect(often.tasks.length).toBeGreaterThan(6);
    expect(often.items.length).toBeGreaterThan(0);
    expect(once).toEqual(often);
  });

  it("SBX-05 the same requests give the same ids, plans and items; another seed gives others", async () => {
    expect(await play(3)).toEqual(await play(3));
    const [one, other] = await Promise.all(
      ["a", "b"].map(async (seed) => idOf(await (await openSky({ seed })).create())),
    );
    expect(one).not.toBe(other);
  });

  it("SBX-10 two sandboxes over one store carry everything out once, in any order", async () => {
    const dir = await newFolder();
    try {
      const one = await openSky({ dir });
      const two = await openBench({ dir, archiveSize: undefined });
      two.clock.ms = one.clock.ms;
      await one.ask("POST", "/repeat-requests", {
        body: repeatBody({ repetitionCount: 5 }, { preApproval: true }),
      });
      for (let index = 0; index < 4; index += 1) await one.create(approved({ collectionTier: "flexible" }));
      await one.ask("POST", "/_sandbox/clock", { body: { mode: "real" } });
      for (const bench of [one, two]) bench.clock.ms += 12 * 86_400_000;
      const body = { query: { includeRepeatingTasks: true }, sort: "taskingrequestId", limit: 100 };
      const looks = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          (index % 2 === 0 ? one : two).ask("POST", "/tasks/search", { body }),
        ),
      );
      const [first] = looks;
      expect(first?.json.results.length).toBe(9);
      for (const { json } of looks) expect(json).toEqual(first?.json);
      for (const { properties } of first?.json.results ?? []) {
        const codes: string[] = properties.statusHistory.map(({ code }: any) => code);
        expect(codes.filter((code) => code === "completed").length).toBeLessThanOrEqual(1);
        expect(["completed", "rejected"]).toContain(codes[0]);
      }
      for (const bench of [one, two]) bench.sandbox.close();
    } finally {
      await rm(dir, { recursive: true });
    }
  });

  it("SBX-04 in mode auto a poll returns the next state at once", async () => {
    const sky = await openSky();
    await sky.ask("POST", "/_sandbox/clock", { body: { mode: "auto" } });
    const id = idOf(await sky.create());
    expect((await sky.task(id)).properties.transactionStatus).toBe("pending-customer-approval");
    await sky.patch(id, "approved");
    const codes = [];
    for (let poll = 0; poll < 2; poll += 1) codes.push((await sky.task(id)).properties.lastStatusCode);
    expect(codes).toEqual(["accepted", "completed"]);
  });
});
