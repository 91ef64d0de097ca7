import { describe, expect, it } from "vitest";
import { NOW } from "../../../cli/stopped-clock.ts";
import { idOf, openSky } from "./requests.ts";

const historyOf = ({ properties }: { properties: { statusHistory: { code: string }[] } }): string[] =>
  properties.statusHistory.map(({ code }) => code);

describe("the life of a task", () => {
  it("STATES-06 STATES-13 TASK-62 review, submitted, accepted, completed, each in its time", async () => {
    const sky = await openSky();
    const created = await sky.create();
    const id = idOf(created);
    expect(created.properties).toMatchObject({ lastStatusCode: "review", transactionStatus: "" });
    expect(created.properties.order).toBeUndefined();
    await sky.go(4.9);
    expect((await sky.task(id)).properties.transactionStatus).toBe("");
    await sky.go(0.1);
    const priced = await sky.task(id);
    expect(priced.properties.transactionStatus).toBe("pending-customer-approval");
    expect(priced.properties.order.summary).toEqual({ total: "$1,250.00", subtotal: "$1,250.00" });
    // Nothing is scheduled before the approval, however long it takes.
    await sky.go(3600);
    expect((await sky.task(id)).properties.lastStatusCode).toBe("review");
    const approved = await sky.patch(id, "approved");
    expect(approved.json.properties).toMatchObject({
      lastStatusCode: "submitted",
      transactionStatus: "in-progress",
    });
    await sky.go(29);
    expect((await sky.task(id)).properties.lastStatusCode).toBe("submitted");
    await sky.go(1);
    const accepted = await sky.task(id);
    expect(accepted.properties.lastStatusCode).toBe("accepted");
    const passMs = Date.parse(accepted.properties.expectedCollectionTime);
    expect(passMs).toBeGreaterThan(NOW);
    expect(passMs).toBeLessThan(NOW + 72 * 3_600_000);
    await sky.go(72 * 3600);
    const completed = await sky.task(id);
    expect(historyOf(completed)).toEqual(["completed", "accepted", "submitted", "review"]);
    const [{ time, code, message }] = completed.properties.statusHistory;
    expect(completed.properties).toMatchObject({
      lastStatusCode: code,
      lastStatusMessage: message,
      lastStatusTime: time,
    });
    // The moment of the event, not of the request: spotlight looks 18 s, processing takes 600 s.
    expect(Date.parse(time)).toBe(passMs + 18_000 + 600_000);
  });
});
