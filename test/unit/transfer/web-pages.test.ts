/** A 200 with a web page in place of an image, on every path that a file can take. */
import { describe, expect, onTestFinished, test } from "vitest";
import { makeUndiciSend } from "../../../src/client/undici-send.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { findPage } from "../../../src/transfer/reply/content.ts";
import { against, cutAfter, digest, HALF, scene, whole } from "./run-against.ts";
import { sendObject, type Handler } from "./data-server.ts";

const FORM = "<!doctype html><title>Sign in</title>";
const IMAGE = { mediaType: "image/tiff" };
const page =
  (headers: Record<string, string>, body: string | Buffer = FORM): Handler =>
  (_request, response) =>
    response.writeHead(200, headers).end(body);
const html = page({ "content-type": "text/html" });

function network() {
  const send = makeUndiciSend({ clock: systemClock });
  onTestFinished(() => send.close());
  return { send };
}

describe.each([
  ["the small way", network],
  ["the long way", () => ({})],
])("%s", (_way, options) => {
  test.each<[string, Handler]>([
    ["known by its type", html],
    ["known by its first bytes", page({ "content-type": "image/tiff" })],
    ["with a content coding", page({ "content-type": "text/html", "content-encoding": "deflate" })],
  ])("P6 a page %s is retried, and never gets a name", async (_what, handler) => {
    const { result, server, files } = await against(handler, IMAGE, options());
    expect(result?.error).toMatchObject({ code: "DOWNLOAD_INCOMPLETE" });
    expect(server.requests.length).toBeGreaterThan(1);
    expect(files).toEqual({});
  });

  test("P6 a promised size and a promised digest prove that it is the file", async () => {
    const bytes = page({ "content-type": "text/html" }, scene);
    for (const promise of [{ size: scene.length }, { checksum: `1220${digest("sha256", "hex")}` }]) {
      const { result } = await against(bytes, { ...IMAGE, ...promise }, options());
      expect(result).toMatchObject({ status: "downloaded" });
    }
  });

  test("P6 a digest sent with the page proves nothing", async () => {
    const own = { "content-type": "text/html", "content-md5": digest("md5", "base64", Buffer.from(FORM)) };
    const { result } = await against(page(own), IMAGE, options());
    expect(result?.error?.message).toContain("web page");
  });
});

test("P8 a page in the middle of a download does not discard received bytes", async () => {
  const handler: Handler = (request, response, count) => {
    if (count === 1) cutAfter(response, 200, whole, scene.subarray(0, HALF));
    else if (count === 2) html(request, response, count);
    else sendObject(request, response, scene);
  };
  // A type without known first bytes: the scene is not a TIFF.
  const { types, ranges } = await against(handler, { mediaType: "image/jp2" });
  expect(types).toEqual(["started", "retried", "retried", "resumed", "verified", "finished"]);
  expect(ranges).toEqual([undefined, `bytes=${HALF}-`, `bytes=${HALF}-`]);
});

test.each([
  ["\uFEFF <html>", "a web page"],
  ["<!DOCTYPE HTML PUBLIC>", "a web page"],
  ["<!-- portal --><head><title>Sign in", "a web page"],
  ['<?xml version="1.0"?><!DOCTYPE html>', "a web page"],
  ['<?xml version="1.0"?><Error>', "an XML error"],
  ["<Error><Code>", "an XML error"],
  ['<ows:ExceptionReport version="1">', "an XML error"],
  ['<?xml version="1.0"?><SICD>', undefined],
  ["<ErrorModel>", undefined],
  ["<htmlx>", undefined],
  ["II*\0<html>", undefined],
  ["", undefined],
])("%j starts like a page: %s", (text, page) => {
  expect(findPage(Buffer.from(text))).toBe(page);
});
