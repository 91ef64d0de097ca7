import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AppError } from "../../../src/errors.ts";
import { clientOf, failureOf, KEY, scriptedSend, type Answer } from "./doubles.ts";
import { CHECK_CONNECTION } from "../../../src/contract/send.ts";

const ORIGIN = "https://api.sar.example";
const to = (location: string, status = 307): Answer => ({ status, headers: { location } });
const types = { body: [{ name: "spotlight" }] };
const urlsOf = ({ requests }: { requests: { url: string }[] }): string[] => requests.map(({ url }) => url);

describe("GEN-21 a GET that is redirected on the own origin", () => {
  test.each([301, 302, 303, 307, 308])("%i is followed, with the credential", async (status) => {
    const send = scriptedSend(to("/v1/collectiontypes/", status), types);
    await expect(clientOf(send).listCollectionTypes()).resolves.toMatchObject([{ name: "spotlight" }]);
    expect(urlsOf(send)).toEqual([`${ORIGIN}/v1/collectiontypes`, `${ORIGIN}/v1/collectiontypes/`]);
    expect(send.requests.map(({ headers }) => headers["authorization"])).toEqual([
      `ApiKey ${KEY}`,
      `ApiKey ${KEY}`,
    ]);
  });

  test.each([
    ["/elsewhere", `${ORIGIN}/elsewhere`],
    ["elsewhere?page=2#top", `${ORIGIN}/v1/elsewhere?page=2`],
    ["?page=2", `${ORIGIN}/v1/collectiontypes?page=2`],
    [`${ORIGIN}:443/x`, `${ORIGIN}/x`],
    ["//api.sar.example/x", `${ORIGIN}/x`],
    ["../../../x", `${ORIGIN}/x`],
  ])("%s leads to %s", async (location, url) => {
    const send = scriptedSend(to(location), types);
    await clientOf(send).listCollectionTypes();
    expect(urlsOf(send)[1]).toBe(url);
  });

  test("each of the requests is retried like any read", async () => {
    const busy = { status: 503, headers: { "retry-after": "1" } };
    const send = scriptedSend(busy, to("/v1/collectiontypes/"), busy, types);
    await clientOf(send).listCollectionTypes();
    expect(urlsOf(send).map((url) => url.slice(-1))).toEqual(["s", "s", "/", "/"]);
  });

  test("P14 a loop ends, and so do redirects without end", async () => {
    const loop = scriptedSend(to("/a"), to("/v1/collectiontypes"));
    const looping = (await failureOf(clientOf(loop).listCollectionTypes())) as AppError;
    expect([looping.code, looping.message]).toEqual([
      "REDIRECT_REFUSED",
      "GET /v1/collectiontypes: the redirects lead back to /v1/collectiontypes",
    ]);
    expect(loop.requests).toHaveLength(2);
    const endless = scriptedSend(...Array.from({ length: 20 }, (_, at) => to(`/hop-${at}`)));
    const failure = (await failureOf(clientOf(endless).listCollectionTypes())) as AppError;
    expect([failure.code, endless.requests.length]).toEqual(["REDIRECT_REFUSED", 6]);
  });
});

const HOSTILE = [
  "https://elsewhere.example/v1/collectiontypes",
  "//elsewhere.example/v1",
  "\\\\elsewhere.example/v1",
  "/\\elsewhere.example/v1",
  "https:\\\\elsewhere.example",
  "https://api.sar.example@elsewhere.example/",
  "https://user:pw@api.sar.example/v1/collectiontypes/",
  "http://api.sar.example/v1/collectiontypes/",
  "https://api.sar.example:8443/v1",
  "https://api.sar.example.elsewhere.example/",
  "https://xn--api-sar.example/",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "data:application/json,[]",
  "ftp://api.sar.example/",
  "/a\tb",
  "/a\r\nHost: elsewhere.example",
  "http://",
  "",
];

describe("P11 a redirect to another place", () => {
  test.each(HOSTILE)("%j is refused: nothing is sent there, and no step leads there", async (location) => {
    const send = scriptedSend(to(location), types);
    const error = (await failureOf(clientOf(send).listCollectionTypes())) as AppError;
    expect([error.code, error.exitCode, error.next]).toEqual(["REDIRECT_REFUSED", 9, CHECK_CONNECTION]);
    expect(error.message).not.toMatch(/pw|passwd|alert/);
    expect(urlsOf(send)).toEqual([`${ORIGIN}/v1/collectiontypes`]);
  });

  test("any location: the credential goes to the own origin only, and at most six requests are sent", async () => {
    const part = fc.constantFrom(
      "https:",
      "http:",
      "/",
      "//",
      "\\",
      "@",
      ":",
      "api.sar.example",
      "evil.example",
      ":443",
      "?",
      "#",
      "..",
      "%2f",
      "\u2028",
      "x",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.array(part, { maxLength: 6 }).map((parts) => parts.join("")),
            fc.webUrl(),
            fc.string(),
          ),
          {
            minLength: 1,
            maxLength: 8,
          },
        ),
        async (locations) => {
          const send = scriptedSend(...locations.map((location) => to(location)));
          await failureOf(clientOf(send).listCollectionTypes());
          expect(send.requests.length).toBeLessThanOrEqual(6);
          for (const url of urlsOf(send)) {
            const { origin, username, password } = new URL(url);
            expect([origin, username, password]).toEqual([ORIGIN, "", ""]);
          }
        },
      ),
    );
  });
});

describe("P1 another method is never redirected", () => {
  const any = (value: object): never => value as never;
  test.each([
    ["POST /v1/catalog/search", (c: ReturnType<typeof clientOf>) => c.searchCatalog({ body: {} })],
    ["POST /v1/orders", (c: ReturnType<typeof clientOf>) => c.placeOrder({ body: any({ items: [] }) })],
    [
      "PATCH /v1/tasks/t1",
      (c: ReturnType<typeof clientOf>) => c.updateTask({ params: { id: "t1" }, body: any({}) }),
    ],
    ["HEAD /v1/x", (c: ReturnType<typeof clientOf>) => c.raw({ method: "HEAD", path: "/x" })],
  ])("%s", async (line, call) => {
    for (const status of [301, 302, 303, 307, 308]) {
      const path = line.slice(line.indexOf("/"));
      const send = scriptedSend(to(`${ORIGIN}${path}/?key=secret`, status));
      const { message } = await failureOf(call(clientOf(send)));
      expect(send.requests).toHaveLength(1);
      expect(message).toBe(
        `the service answered ${status} from ${line}, a redirect to ${path}/ on the same host: only a GET follows it`,
      );
    }
  });

  test("a redirect to the same path below a prefix advises another base URL on the same host", async () => {
    const send = scriptedSend(to("/prod/v1/catalog/search"));
    const { next } = (await failureOf(clientOf(send).searchCatalog({ body: {} }))) as AppError;
    expect(next).toEqual("Set --base-url to the address that the service uses");
  });
});
