import { describe, expect, test } from "vitest";
import { findLinkFault } from "../../../src/transfer/link-safety.ts";
import { testFolder } from "../../new-folder.ts";
import { sceneBytes, sendObject, serve } from "./data-server.ts";
import { socketSend } from "./socket-send.ts";
import { source, transfer } from "./transfer-world.ts";

const scene = sceneBytes(50_000);

describe("redirects", () => {
  test("DOWNLOAD-04 a redirect is followed without our credentials, with the query byte for byte", async () => {
    const target = await serve((request, response) => sendObject(request, response, scene));
    const server = await serve((_, response) =>
      response
        .writeHead(307, { location: `${target.origin}/b.tif?sig=%2f%20'x`, "set-cookie": "id=1" })
        .end(),
    );
    const { summary } = await transfer(await testFolder(), [source(`${server.origin}/a.tif?sig=1`)]);
    expect(summary.downloaded).toBe(1);
    expect(target.requests).toEqual([
      {
        url: "/b.tif?sig=%2f%20'x",
        headers: { host: expect.any(String) as string, connection: "close", "accept-encoding": "identity" },
      },
    ]);
  });

  test("a relative redirect stays on its host", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/real/b?x=%2F") sendObject(request, response, scene);
      else response.writeHead(302, { location: "/real/b?x=%2F" }).end();
    });
    const { summary } = await transfer(await testFolder(), [source(`${server.origin}/a`)]);
    expect(summary.downloaded).toBe(1);
  });

  test.each([
    ["file:///etc/passwd", "scheme"],
    ["ftp://127.0.0.1/x", "scheme"],
    ["http://user:pw@127.0.0.1/x", "user name"],
    ["http://169.254.169.254/latest/meta-data/", "metadata"],
    ["http://[::ffff:a9fe:a9fe]/", "metadata"],
    ["http://2852039166/", "metadata"],
    ["LOOP", "more than 5 times"],
  ])("a redirect to %s is refused at once", async (location, words) => {
    const server = await serve((request, response) =>
      response
        .writeHead(302, { location: location === "LOOP" ? `http://${request.headers.host}/a` : location })
        .end(),
    );
    const { summary } = await transfer(await testFolder(), [source(`${server.origin}/a`)]);
    expect(summary.files[0]?.error).toMatchObject({ code: "REDIRECT_REFUSED" });
    expect(summary.files[0]?.error?.message).toContain(words);
    expect(server.requests.length).toBe(location === "LOOP" ? 6 : 1);
  });

  test("https is never left for http, even where http is allowed", async () => {
    const seen: string[] = [];
    const { summary } = await transfer(await testFolder(), [source("https://data.example.com/a")], {
      send: async ({ url }) => {
        seen.push(url);
        return {
          status: 302,
          headers: { location: "http://data.example.com/a" },
          body: (async function* () {})(),
        };
      },
    });
    expect(summary.files[0]?.error?.code).toBe("REDIRECT_REFUSED");
    expect(seen).toHaveLength(1);
  });

  test("plain http is refused before any request unless the base URL is loopback", async () => {
    let calls = 0;
    const { summary } = await transfer(await testFolder(), [source("http://data.example.com/a")], {
      allowHttp: false,
      send: async (request) => {
        calls++;
        return socketSend(request);
      },
    });
    expect(summary.files[0]?.error).toMatchObject({ code: "REDIRECT_REFUSED" });
    expect(calls).toBe(0);
  });
});

test.each([
  ["https://data.example.com/a?b=c", undefined],
  ["https://data.example.com:8443/a", undefined],
  ["https://[2001:db8::1]/a", undefined],
  ["https://metadata.google.internal/x", "metadata"],
  ["https://metadata.google.internal./x", "metadata"],
  ["https://0xA9FEA9FE/x", "metadata"],
  ["https://[fd00:ec2::254]/x", "metadata"],
  ["https://[64:ff9b::a9fe:a9fe]/x", "metadata"],
  ["https://[fe80::1]/x", "metadata"],
  ["https://100.100.100.200/x", "metadata"],
  ["https://good.example\\@169.254.169.254/x", "not a valid"],
  ["https://good.example\t.evil/x", "not a valid"],
  ["https://@good.example/x", "user name"],
  ["data:text/plain,hello", "not a valid"],
])("the link %s: %s", (href, fault) => {
  if (fault === undefined) expect(findLinkFault(href, false)).toBeUndefined();
  else expect(findLinkFault(href, false)).toContain(fault);
});
