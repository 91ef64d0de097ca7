/* eslint-disable typescript/no-explicit-any */
import { describe, expect, it } from "vitest";
import { NOW } from "../../../cli/stopped-clock.ts";
import { at, openSky, repeatBody, type Sky } from "./requests.ts";

const DAY_MS = 86_400_000;

async function startSeries(sky: Sky, repetition: object, properties: object = {}): Promise<string> {
  const created = await sky.ask("POST", "/repeat-requests", { body: repeatBody(repetition, properties) });
  expect([created.status, created.json.properties.lastStatusCode]).toEqual([201, "review"]);
  const id = created.json.properties.repeatrequestId;
  await sky.go(5);
  const approved = await sky.ask("PATCH", `/repeat-requests/${id}/status`, { body: { code: "submitted" } });
  expect(approved.json.properties.lastStatusCode).toBe("submitted");
  return id;
}

async function derivedOf(sky: Sky, id: string): Promise<any[]> {
  const query = { repeatrequestId: id, includeRepeatingTasks: { eq: true } };
  const body = { query, sort: "windowOpen", order: "asc" };
  return (await sky.ask("POST", "/tasks/search", { body })).json.results.map(
    (record: any) => record.properties,
  );
}

const seriesOf = async (sky: Sky, id: string): Promise<any> =>
  (await sky.ask("GET", `/repeat-requests/${id}`)).json.properties;

describe("a series", () => {
  it("REPEAT-20 STATES-16 in clock mode auto, polling brings it to its end, task by task", async () => {
    const sky = await openSky();
    const id = await startSeries(sky, { repetitionInterval: 1, repetitionCount: 2 });
    await sky.ask("POST", "/_sandbox/clock", { body: { mode: "auto" } });
    let polls = 0;
    while ((await seriesOf(sky, id)).lastStatusCode !== "completed" && polls < 60) polls += 1;
    expect((await seriesOf(sky, id)).lastStatusMessage).toBe("ended after 2 completed acquisitions");
    expect((await derivedOf(sky, id)).map(({ lastStatusCode }) => lastStatusCode)).toEqual([
      "completed",
      "completed",
    ]);
  });

  it("COST-11 STATES-05 stays in review with the price of one image until it is approved", async () => {
    const sky = await openSky();
    const { json } = await sky.ask("POST", "/repeat-requests", { body: repeatBody() });
    const id = json.properties.repeatrequestId;
    expect(json.properties).not.toHaveProperty("costPerImageEstimate");
    await sky.go(5);
    const priced = await seriesOf(sky, id);
    expect(priced).toMatchObject({ lastStatusCode: "review", costPerImageEstimate: "$1,125.00" });
    await sky.go(30 * 86_400);
    expect(await derivedOf(sky, id)).toEqual([]);
  });

  it("REPEAT-09 REPEAT-26 opens tasks at its interval, two of them ahead", async () => {
    const sky = await openSky();
    const id = await startSeries(sky, {});
    const first = await derivedOf(sky, id);
    expect(first.map(({ windowOpen }) => (Date.parse(windowOpen) - NOW) / DAY_MS)).toEqual([0, 2, 4]);
    expect(first[1]).toMatchObject({
      taskingrequestName: "Tejo #2",
      repeatrequestId: id,
      lastStatusCode: "submitted",
      windowDuration: 2 * 86_400,
      collectionTier: "routine",
    });
    await sky.go(2 * 86_400);
    expect((await derivedOf(sky, id)).length).toBe(4);
    expect((await seriesOf(sky, id)).lastStatusCode).toBe("accepted");
  });

  it("REPEAT-20 STATES-16 ends when the requested number of acquisitions is completed", async () => {
    const sky = await openSky();
    const id = await startSeries(sky, { repetitionCount: 2 });
    expect((await derivedOf(sky, id)).length).toBe(2);
    await sky.go(5 * 86_400);
    const tasks = await derivedOf(sky, id);
    expect(tasks.map(({ lastStatusCode }) => lastStatusCode)).toEqual(["completed", "completed"]);
    const series = await seriesOf(sky, id);
    expect(series).toMatchObject({ lastStatusCode: "completed", completedCount: 2 });
    expect(series.lastStatusTime).toBe(tasks[1].lastStatusTime);
    await sky.go(30 * 86_400);
    expect((await derivedOf(sky, id)).length).toBe(2);
  });

  it("REPEAT-20 does not count a task without a pass, and opens another one for it", async () => {
    const sky = await openSky();
    // A window of half an hour seldom contains a pass.
    const id = await startSeries(
      sky,
      { repetitionCount: 1, repetitionInterval: 1 },
      { windowDuration: 1800 },
    );
    await sky.go(60 * 86_400);
    const tasks = await derivedOf(sky, id);
    expect(tasks.length).toBeGreaterThan(1);
    expect(tasks.slice(0, -1).every(({ lastStatusCode }) => lastStatusCode === "rejected")).toBe(true);
    expect(tasks.at(-1).lastStatusCode).toBe("completed");
    expect(await seriesOf(sky, id)).toMatchObject({ lastStatusCode: "completed", completedCount: 1 });
  });

  it("REPEAT-22 REPEAT-07 ends at its date: nothing opens and nothing is collected after it", async () => {
    const sky = await openSky();
    const id = await startSeries(sky, { repeatEnd: at(72) });
    await sky.go(72 * 3600 - 6);
    expect((await seriesOf(sky, id)).lastStatusCode).toBe("accepted");
    await sky.go(1);
    expect(await seriesOf(sky, id)).toMatchObject({
      lastStatusCode: "completed",
      lastStatusTime: at(72).replace(".000", ""),
    });
    const tasks = await derivedOf(sky, id);
    expect(tasks.map(({ windowClose }) => Date.parse(windowClose))).toEqual([
      NOW + 2 * DAY_MS,
      NOW + 3 * DAY_MS,
    ]);
    for (const { expectedCollectionTime } of tasks) {
      if (expectedCollectionTime !== undefined)
        expect(Date.parse(expectedCollectionTime)).toBeLessThan(NOW + 3 * DAY_MS);
    }
  });

  it("REPEAT-23 STATES-15 without an end it runs until it is cancelled", async () => {
    const sky = await openSky();
    const id = await startSeries(sky, {});
    await sky.go(40 * 86_400);
    const before = await derivedOf(sky, id);
    expect(before.length).toBeGreaterThan(20);
    const cancelled = await sky.ask("POST", `/_sandbox/repeat-requests/${id}/cancel`, { body: {} });
    expect(cancelled.json.properties.lastStatusCode).toBe("canceled");
    await sky.go(40 * 86_400);
    const after = await derivedOf(sky, id);
    expect(after.length).toBe(before.length);
    expect(
      after.every(({ lastStatusCode }) => ["completed", "canceled", "rejected"].includes(lastStatusCode)),
    ).toBe(true);
    const again = await sky.ask("POST", `/_sandbox/repeat-requests/${id}/cancel`, { body: {} });
    expect([again.status, again.json.error.code]).toEqual([422, "UNABLE_TO_UPDATE_FINALIZED_TRANSACTION"]);
  });

  it("REPEAT-11 REPEAT-13 REPEAT-14 keeps side, direction, plane and angles of the first collect", async () => {
    const sky = await openSky();
    const framing = { maintainSceneFraming: true, lookAngleTolerance: 3, azimuthAngleTolerance: 20 };
    const framed = await startSeries(sky, { repetitionInterval: 4, repetitionCount: 5, ...framing });
    const free = await startSeries(
      sky,
      { repetitionInterval: 4, repetitionCount: 5 },
      { repeatRequestName: "free" },
    );
    await sky.go(60 * 86_400);
    const collectsOf = async (id: string): Promise<any[]> => {
      const ids = (await derivedOf(sky, id)).flatMap(({ collectIds = [] }) => collectIds);
      const query = { "sar:product_type": { eq: "GEO" } };
      const found = await sky.ask("POST", "/catalog/search", {
        body: { query, datetime: `${at(0)}/..`, limit: 500, intersects: repeatBody()["geometry"] },
      });
      const items = found.json.features.map((item: any) => item.properties);
      return items.filter((item: any) => ids.includes(item["vendor:collect_id"]));
    };
    const kept = (await collectsOf(framed)).toSorted((a, b) => (a.datetime < b.datetime ? -1 : 1));
    expect(kept.length).toBe(5);
    const [first] = kept;
    for (const item of kept) {
      expect(item["sar:observation_direction"]).toBe(first["sar:observation_direction"]);
      expect(item["sat:orbit_state"]).toBe(first["sat:orbit_state"]);
      expect(item["vendor:orbital_plane"]).toBe(first["vendor:orbital_plane"]);
      expect(Math.abs(item["view:off_nadir"] - first["view:off_nadir"])).toBeLessThanOrEqual(3.01);
    }
    // The same sky without framing changes its view: the constraint kept it.
    const loose = await collectsOf(free);
    const views = loose.map((item) => `${item["sar:observation_direction"]} ${item["sat:orbit_state"]}`);
    expect(new Set(views).size).toBeGreaterThan(1);
  });

  it("STATES-09 APPROVE-08 is never scheduled after a rejection", async () => {
    const sky = await openSky();
    const { json } = await sky.ask("POST", "/repeat-requests", { body: repeatBody() });
    const id = json.properties.repeatrequestId;
    const rejected = await sky.ask("PATCH", `/repeat-requests/${id}/status`, { body: { code: "rejected" } });
    expect(rejected.json.properties.lastStatusCode).toBe("rejected");
    await sky.go(10 * 86_400);
    expect(await derivedOf(sky, id)).toEqual([]);
  });
});
