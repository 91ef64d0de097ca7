import { describe, expect, test } from "vitest";
import { makeCredentialHeaders, type Credential } from "../../../src/contract/credentials.ts";
import { DEFAULT_DIALECT } from "../../../src/contract/dialect.ts";
import { clientOf, failureOf, KEY, NOW_MS, scriptedSend } from "./doubles.ts";

const headers = (credential: Credential | undefined, dialect: object = {}) =>
  makeCredentialHeaders(credential, { ...DEFAULT_DIALECT, ...dialect }, NOW_MS);

describe("sent credentials", () => {
  test("AUTH-02 the API key is in the header and after the scheme of the deployment", () => {
    const key: Credential = { kind: "apiKey", key: KEY };
    expect(headers(key)).toEqual({ authorization: `ApiKey ${KEY}` });
    expect(headers(key, { "auth.scheme": "Bearer" })).toEqual({ authorization: `Bearer ${KEY}` });
    expect(headers(key, { "auth.header": "X-API-Key", "auth.scheme": "" })).toEqual({ "x-api-key": KEY });
  });

  test("AUTH-08 a token is sent as a bearer token, whatever the key's header is", () => {
    expect(headers({ kind: "token", token: "abc.def" }, { "auth.header": "X-API-Key" })).toEqual({
      authorization: "Bearer abc.def",
    });
  });

  test("AUTH-05 name and password are sent as UTF-8 in base64", () => {
    const { authorization } = headers({ kind: "basic", username: "jörg", password: "p:ä" });
    expect(Buffer.from(authorization!.slice("Basic ".length), "base64").toString()).toBe("jörg:p:ä");
    expect(() => headers({ kind: "basic", username: "a:b", password: "c" })).toThrow("colon");
  });

  test("AUTH-07 a token expires a minute early", () => {
    const token = (expiresAtMs: number): Credential => ({ kind: "token", token: "t0ken", expiresAtMs });
    expect(headers(token(NOW_MS + 61_000))).toEqual({ authorization: "Bearer t0ken" });
    expect(() => headers(token(NOW_MS + 60_000))).toThrow(
      expect.objectContaining({ code: "AUTH_EXPIRED", exitCode: 4 }),
    );
  });
});

describe("refused before any request", () => {
  test("AUTH-01 no credential at all", async () => {
    const send = scriptedSend({ body: [] });
    const error = await failureOf(clientOf(send, { credential: undefined }).listCollectionTypes());
    expect(error).toMatchObject({ code: "AUTH_MISSING", exitCode: 4 });
    expect(send.requests).toEqual([]);
  });

  test.each([`${KEY} `, `${KEY}\n\n`, `${KEY}\r`, `${KEY}\nX-Evil: 1`, `“${KEY}”`, `${KEY}\u0000`, "", "\n"])(
    "AUTH-12 a key with characters that no header can contain, never echoed: %j",
    async (key) => {
      const send = scriptedSend({ body: [] });
      const error = await failureOf(
        clientOf(send, { credential: { kind: "apiKey", key } }).listCollectionTypes(),
      );
      expect(error).toMatchObject({ code: "KEY_INVALID", exitCode: 4 });
      expect(JSON.stringify([error.message, error.stack, error])).not.toContain(KEY);
      expect(send.requests).toEqual([]);
    },
  );

  test("the single line break at the end of a file or of echo is allowed", () => {
    expect(headers({ kind: "apiKey", key: `${KEY}\n` })).toEqual({ authorization: `ApiKey ${KEY}` });
    expect(headers({ kind: "apiKey", key: `${KEY}\r\n` })).toEqual({ authorization: `ApiKey ${KEY}` });
  });
});

describe("the deprecated token", () => {
  const credential = { kind: "basic", username: "analyst", password: "pa:ss-word" } as const;

  test("AUTH-04 AUTH-05 AUTH-06 one form request without a body", async () => {
    const body = { accessToken: "jwt.x.y", expiresIn: 3600, tokenType: "Bearer", refreshToken: "ignored" };
    const send = scriptedSend({ body });
    const token = await clientOf(send, { credential }).createToken();
    expect(token).toEqual({ accessToken: "jwt.x.y", tokenType: "Bearer", expiresIn: 3600 });
    const [request] = send.requests;
    expect(request).toMatchObject({ method: "POST", url: "https://api.sar.example/v1/token", body: "" });
    expect(request?.headers).toMatchObject({
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from("analyst:pa:ss-word").toString("base64")}`,
    });
  });

  test("a reply without a token, and a refused password that the service echoes", async () => {
    const empty = clientOf(scriptedSend({ body: {} }), { credential }).createToken();
    expect(await failureOf(empty)).toMatchObject({ code: "RESPONSE_UNRECOGNISED" });
    const body = { code: "no-ss-word", message: "no user analyst with pa:ss-word", detail: ["pa:ss-word"] };
    const error = await failureOf(
      clientOf(scriptedSend({ status: 401, body }), { credential }).createToken(),
    );
    expect(error).toMatchObject({ code: "NOT_AUTHENTICATED", issues: [], serviceCode: undefined });
    expect(error.message).toBe(
      "the service does not accept this user name and password (401 from POST /v1/token)",
    );
  });
});
