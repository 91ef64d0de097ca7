/** Web pages that may read the sandbox's replies. */
import { request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { listen, type Listening } from "../../../../src/sandbox/listen.ts";
import { openBench } from "./open.ts";

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close(AbortSignal.abort())));
});

const PAGE = "http://localhost:3000";

async function serve(corsOrigins?: string[]): Promise<Listening> {
  const { sandbox } = await openBench({ archiveSize: 100 });
  const server = await listen(sandbox, { port: 0, corsOrigins });
  open.push(server);
  return server;
}

interface Seen {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
}

/** A browser's headers for a page, which Node's `fetch` would omit. */
function askAs(origin: string, server: Listening, method: string, path: string, headers = {}): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: { origin, ...headers } };
    request(`${server.url}${path}`, options, (reply) => {
      reply.resume();
      reply.on("end", () => resolve({ status: reply.statusCode, headers: reply.headers }));
    })
      .on("error", reject)
      .end();
  });
}

const PREFLIGHT = {
  "access-control-request-method": "POST",
  "access-control-request-headers": "authorization,content-type",
};

describe("the sandbox and web pages", () => {
  it("SBX-12 without --cors-origin no page may read a reply", async () => {
    const server = await serve();
    const plain = await askAs(PAGE, server, "GET", "/stac/");
    expect([plain.status, plain.headers["access-control-allow-origin"]]).toEqual([200, undefined]);
    const asked = await askAs(PAGE, server, "OPTIONS", "/stac/search", PREFLIGHT);
    expect([asked.status, asked.headers["access-control-allow-origin"]]).toEqual([405, undefined]);
  });

  it("SBX-12 a page of the given origin may search, with a key and a JSON body, and another page may not", async () => {
    const server = await serve([PAGE]);
    const plain = await askAs(PAGE, server, "GET", "/stac/");
    expect(plain.headers).toMatchObject({ "access-control-allow-origin": PAGE, vary: "Origin" });
    const asked = await askAs(PAGE, server, "OPTIONS", "/stac/search", PREFLIGHT);
    expect(asked).toMatchObject({
      status: 204,
      headers: {
        "access-control-allow-origin": PAGE,
        "access-control-allow-headers": "authorization,content-type",
      },
    });
    expect(String(asked.headers["access-control-allow-methods"])).toContain("POST");
    const other = await askAs("http://evil.example", server, "GET", "/stac/");
    expect([other.status, other.headers["access-control-allow-origin"]]).toEqual([200, undefined]);
  });

  it("SBX-12 P22 any page may with *, except at the control plane", async () => {
    const server = await serve(["*"]);
    const plain = await askAs("http://any.example", server, "GET", "/stac/conformance");
    expect(plain.headers["access-control-allow-origin"]).toBe("*");
    const control = await askAs("http://any.example", server, "GET", "/_sandbox/users");
    expect([control.status, control.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
    const asked = await askAs("http://any.example", server, "OPTIONS", "/_sandbox/users", PREFLIGHT);
    expect(asked.headers["access-control-allow-origin"]).toBeUndefined();
  });
});
