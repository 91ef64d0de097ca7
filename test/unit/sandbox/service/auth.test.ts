import { describe, expect, it } from "vitest";
import { NOW } from "../../../cli/stopped-clock.ts";
import { openBench } from "./open.ts";

const DOWNLOAD = "/orders/nobody-knows/download";
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
});

describe("credentials", () => {
  it("AUTH-01 refuses a request without credentials, on every route of the interface", async () => {
    const { ask } = await openBench();
    for (const [method, path] of [
      ["GET", DOWNLOAD],
      ["POST", "/orders"],
      ["POST", "/orders/review"],
      ["POST", "/catalog/search"],
    ] as const) {
      const answer = await ask(method, path, { as: "nobody" });
      expect([path, answer.status, answer.json.error.code]).toEqual([path, 401, "NOT_AUTHENTICATED"]);
      expect(answer.headers["www-authenticate"]).toContain("ApiKey");
    }
  });

  it("AUTH-02 accepts a key as ApiKey, as Bearer and as X-API-Key", async () => {
    const { ask, member } = await openBench();
    for (const headers of [
      { authorization: `ApiKey ${member.apiKey}` },
      { authorization: `apikey  ${member.apiKey}` },
      { authorization: `Bearer ${member.apiKey}` },
      { "x-api-key": member.apiKey },
    ]) {
      expect((await ask("GET", DOWNLOAD, { as: "nobody", headers })).status).toBe(404);
    }
  });

  it("P22 refuses a key that does not begin with sbx_, with the reason, without repeating it", async () => {
    const { ask } = await openBench();
    const headers = { authorization: "ApiKey live_5eCr3tK3y" };
    const { status, text, json } = await ask("GET", DOWNLOAD, { as: "nobody", headers });
    expect(status).toBe(401);
    expect(json.error.message).toMatch(/begin with sbx_.*real key/);
    expect(text).not.toContain("5eCr3tK3y");
  });

  it("AUTH-01 refuses an unknown sbx_ key, a truncated key and an unknown scheme", async () => {
    const { ask, member } = await openBench();
    for (const authorization of [
      "ApiKey sbx_member_00000000000000000000000000000000",
      `ApiKey ${member.apiKey.slice(0, -1)}`,
      `Digest ${member.apiKey}`,
      "ApiKey",
    ]) {
      const answer = await ask("GET", DOWNLOAD, { as: "nobody", headers: { authorization } });
      expect(answer.json.error.code).toBe("NOT_AUTHENTICATED");
    }
  });

  it("SBX-05 has the same users for the same seed, and others for another", async () => {
    const [one, same, other] = await Promise.all([openBench(), openBench(), openBench({ seed: "fjord" })]);
    expect(same.sandbox.users).toEqual(one.sandbox.users);
    expect(other.member.apiKey).not.toBe(one.member.apiKey);
    expect(one.sandbox.users.map(({ name, organization, roles }) => [name, organization, roles])).toEqual([
      ["member", "A", []],
      ["manager", "A", ["organization-manager"]],
      ["outsider", "B", []],
      ["buyer", "A", ["archive-only"]],
    ]);
    expect(one.manager.organizationId).toBe(one.member.organizationId);
    expect(one.outsider.organizationId).not.toBe(one.member.organizationId);
  });
});

describe("POST /token", () => {
  it("AUTH-05 AUTH-06 AUTH-03 exchanges name and password for a bearer token, marked deprecated", async () => {
    const { ask, member } = await openBench();
    const headers = { ...FORM, ...basic(member.username, member.password) };
    const { status, headers: sent, json } = await ask("POST", "/token", { as: "nobody", headers });
    expect(status).toBe(200);
    expect(sent["deprecation"]).toBe("true");
    expect(Object.keys(json).toSorted()).toEqual(["accessToken", "expiresIn", "tokenType"]);
    expect(json).toMatchObject({ expiresIn: 3600, tokenType: "Bearer" });
    const claims = JSON.parse(Buffer.from(json.accessToken.split(".")[1], "base64url").toString());
    expect(claims).toEqual({ sub: member.userId, iat: NOW / 1000, exp: NOW / 1000 + 3600 });
  });

  it("AUTH-04 answers 415 to any other content type", async () => {
    const { ask, member } = await openBench();
    for (const type of [undefined, "application/json", "multipart/form-data"]) {
      const headers = { ...basic(member.username, member.password), ...(type && { "content-type": type }) };
      expect((await ask("POST", "/token", { as: "nobody", headers })).status).toBe(415);
    }
  });

  it("AUTH-05 answers 401 to a wrong password, an unknown user and an unreadable header", async () => {
    const { ask, member, manager } = await openBench();
    for (const credential of [
      basic(member.username, manager.password),
      basic("nobody@sandbox.invalid", member.password),
      { authorization: "Basic ***" },
      {},
    ]) {
      const answer = await ask("POST", "/token", { as: "nobody", headers: { ...FORM, ...credential } });
      expect([answer.status, answer.json.error.code]).toEqual([401, "NOT_AUTHENTICATED"]);
    }
  });

  it("AUTH-07 AUTH-08 accepts the token for an hour, then answers TOKEN_EXPIRED", async () => {
    const { ask, clock, member } = await openBench();
    const headers = { ...FORM, ...basic(member.username, member.password) };
    const { accessToken } = (await ask("POST", "/token", { as: "nobody", headers })).json;
    const use = () =>
      ask("GET", DOWNLOAD, { as: "nobody", headers: { authorization: `Bearer ${accessToken}` } });
    clock.ms += 3_599_999;
    expect((await use()).status).toBe(404);
    clock.ms += 1;
    const late = await use();
    expect([late.status, late.json.error.code]).toEqual([401, "TOKEN_EXPIRED"]);
  });

  it("AUTH-08 refuses a token with another payload, of another sandbox, and an unsigned one", async () => {
    const [one, other] = await Promise.all([openBench(), openBench({ seed: "fjord" })]);
    const headers = { ...FORM, ...basic(other.member.username, other.member.password) };
    const foreign = (await other.ask("POST", "/token", { as: "nobody", headers })).json.accessToken as string;
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = encode({ sub: one.manager.userId, iat: 0, exp: 9_999_999_999 });
    for (const token of [
      foreign,
      `${foreign.split(".")[0]}.${claims}.${foreign.split(".")[2]}`,
      `${encode({ alg: "none", typ: "JWT" })}.${claims}.`,
    ]) {
      const answer = await one.ask("GET", DOWNLOAD, {
        as: "nobody",
        headers: { authorization: `Bearer ${token}` },
      });
      expect([answer.status, answer.json.error.code]).toEqual([401, "NOT_AUTHENTICATED"]);
    }
  });
});
