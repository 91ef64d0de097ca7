import { describe, expect, it } from "vitest";
import { TransportError } from "../../../src/contract/send.ts";
import { AppError } from "../../../src/errors.ts";
import { classifyOutcome } from "../../../src/money/outcome.ts";

const answered = (status: number, serviceCode?: string): AppError =>
  new AppError("service", "SERVICE_REJECTED", "no", { status, serviceCode });

const failed = (reason: "dns" | "reset" | "timeout", delivered: "no" | "maybe"): AppError =>
  new AppError("network", "NETWORK", "no", { cause: new TransportError(reason, delivered, "no") });

describe("classifyOutcome", () => {
  it("accepts a refusal only with statuses that prove one", () => {
    const refusing = [];
    for (let status = 200; status < 600; status += 1) {
      if (classifyOutcome(answered(status)).state === "refused") refusing.push(status);
    }
    expect(refusing).toEqual([400, 401, 402, 403, 404, 405, 406, 411, 413, 414, 415, 422, 425, 429]);
  });

  it.each([
    [undefined, "unknown"],
    ["CONFLICT", "unknown"],
    ["ORDER_IN_PROGRESS", "unknown"],
    ["DUPLICATE", "unknown"],
    ["toString", "unknown"],
    ["TASK_HAS_NO_COLLECTS", "refused"],
    ["NOT_IN_REVIEW", "refused"],
  ])("a 409 with the code %s is %s", (code, state) => {
    expect(classifyOutcome(answered(409, code))).toMatchObject({ state, status: 409 });
  });

  it.each([
    [failed("dns", "no"), "refused"],
    [failed("reset", "maybe"), "unknown"],
    [failed("timeout", "maybe"), "unknown"],
    [new TransportError("tls", "no", "no"), "refused"],
    [new Error("outer", { cause: failed("dns", "no") }), "refused"],
    // A proof about the second attempt proves nothing about the first.
    [new TransportError("dns", "no", "no", { cause: new TransportError("reset", "maybe", "no") }), "unknown"],
    [new AppError("network", "TIMEOUT", "no"), "unknown"],
    [new AppError("service", "RESPONSE_UNRECOGNISED", "no", { status: 201 }), "unknown"],
    [new AppError("local", "AUTH_MISSING", "no"), "refused"],
    [new AppError("usage", "KEY_INVALID", "no"), "refused"],
    [new TypeError("a bug"), "unknown"],
    ["not even an error", "unknown"],
  ])("%s is %s", (error, state) => {
    expect(classifyOutcome(error).state).toBe(state);
  });

  it("repeats no text of the service in its reason", () => {
    const { reason } = classifyOutcome(answered(500, "https://x.example/?sig=abc"));
    expect(reason).toBe("the service answered 500");
  });
});
