/** `catalog search --map FILE --thumbnails`: the pictures of the rows inside the page. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { TransportError, type Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { changingText } from "./changed-body.ts";
import { tempHome } from "./world.ts";

const bench = await openBench();

/** The sandbox with this picture for every item. */
const withPicture =
  (bytes: Buffer): Send =>
  async (request) => {
    if (!request.url.includes("_thumbnail.png")) return bench.send(request);
    const headers = { "content-type": "image/png", "content-length": String(bytes.length) };
    return {
      status: 200,
      headers,
      body: (async function* () {
        yield bytes;
      })(),
    };
  };

const PNG_HEAD = noise(4, 4).subarray(0, 33);
const PIECE = Buffer.alloc(256 * 1024);

/** Pixels that deflate does not shrink. */
function noise(width: number, height: number): Buffer {
  const image = new PNG({ width, height });
  let bits = 1;
  for (let at = 0; at < image.data.length; at += 1) {
    bits = (Math.imul(bits, 1_103_515_245) + 12_345) >>> 0;
    image.data[at] = bits >>> 24;
  }
  return PNG.sync.write(image);
}

const picturesIn = (html: string): number => html.match(/"data:image\/png;base64,/gu)?.length ?? 0;

describe("swath catalog search --thumbnails", () => {
  it("MAP-06 VIEW-01 pictures that the service keeps in its own storage are told in words, once", async () => {
    const stored = changingText(
      bench.send,
      ({ url }) => url.includes("/catalog/search"),
      (text) =>
        text.replaceAll(/"href":"[^"]*_(?:thumbnail|preview)\.[^"]*"/g, '"href":"s3://vendor-data/a.png"'),
    );
    const run = await bench.swath("catalog search --limit 4 --map a.html --thumbnails", { send: stored });
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain(
      "4 rows without picture: the service keeps pictures in its own storage (s3) until the items are ordered",
    );
    expect(run.stderr).not.toContain("Warning");
    const { stdout: id } = await bench.swath("catalog search --limit 1 --output id");
    const shown = await bench.swath(["catalog", "preview", id.trim()], { send: stored });
    expect(shown.exitCode).toBe(6);
    expect(shown.stderr).toContain("is in the operator's own storage (s3) until it is ordered");
  });

  it("MAP-06 the pictures of the rows are inside the page", async () => {
    const home = await tempHome();
    const { exitCode, stderr } = await bench.swath("catalog search --limit 4 --map a.html --thumbnails", {
      home,
    });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("Wrote the map page")]);
    const html = await readFile(join(home, "a.html"), "utf8");
    expect(picturesIn(html)).toBe(4);
    expect(html).not.toContain("signature=");
    const plain = await bench.swath("catalog search --limit 4 --output html");
    expect(picturesIn(plain.stdout)).toBe(0);
  });

  it("MAP-06 at most 200 pictures are fetched, and the others are counted", async () => {
    const { exitCode, stdout, stderr, requests } = await bench.swath(
      "catalog search --limit 230 --output html --thumbnails",
      { send: withPicture(noise(4, 4)) },
    );
    expect(exitCode).toBe(0);
    expect(picturesIn(stdout)).toBe(200);
    expect(requests.filter(({ url }) => url.includes("_thumbnail.png"))).toHaveLength(200);
    expect(stderr).toContain("30 rows without picture: a page has at most 200 pictures, 20 MB of them");
  });

  it("MAP-06 the pictures of a page have at most 20 MB together", async () => {
    const { stdout, stderr } = await bench.swath("catalog search --limit 8 --output html --thumbnails", {
      send: withPicture(noise(1000, 1000)),
    });
    expect(picturesIn(stdout)).toBe(3);
    expect(stdout.length).toBeLessThan(21_000_000);
    expect(stderr).toContain("5 rows without picture");
  });

  it("MAP-06 beyond 2 MB large pictures are fetched one at a time, beyond 14 MB none", async () => {
    const bytes = new Map<number, number>();
    let most = 0;
    let served = 0;
    const send: Send = async (request) => {
      if (!request.url.includes("_thumbnail.png")) return bench.send(request);
      const at = bytes.size;
      bytes.set(at, 0);
      return {
        status: 200,
        headers: { "content-type": "image/png" },
        body: (async function* () {
          try {
            yield PNG_HEAD;
            for (let piece = 0; piece < 200; piece += 1) {
              bytes.set(at, bytes.get(at)! + PIECE.length);
              served += PIECE.length;
              most = Math.max(
                most,
                [...bytes.values()].reduce((sum, one) => sum + one, 0),
              );
              yield PIECE;
            }
          } finally {
            bytes.set(at, 0);
          }
        })(),
      };
    };
    const { exitCode, stdout, stderr } = await bench.swath(
      "catalog search --limit 12 --output html --thumbnails --concurrency 8",
      { send },
    );
    expect([exitCode, picturesIn(stdout)]).toEqual([0, 0]);
    expect(stderr).toMatch(/is refused as a picture: it has more than 14\.0 MB \(and 11 more\)/);
    // Eight of 2 MB, one of them up to 14 MB, each with a chunk or two in transfer.
    expect(most).toBeLessThan((7 * 2 + 14) * 1024 * 1024 + 16 * PIECE.length);
    expect(served).toBeLessThan(12 * 16 * 1024 * 1024);
  });

  it("MAP-06 pictures of hundreds of decoded megabytes are refused, and the others are shown", async () => {
    const bomb = Buffer.from(noise(4, 4));
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    let sent = 0;
    const good = noise(4, 4);
    const send: Send = async (request) => {
      if (request.url.includes("_thumbnail.png")) sent += 1;
      return withPicture(sent % 2 === 0 ? good : bomb)(request);
    };
    const { exitCode, stdout, stderr } = await bench.swath(
      "catalog search --limit 6 --output html --thumbnails --concurrency 1",
      { send },
    );
    expect([exitCode, picturesIn(stdout)]).toEqual([0, 3]);
    expect(stderr).toContain("it has 50000 x 50000 pixels");
  });

  it("MAP-06 without pictures the page is written, and one line has the reason", async () => {
    await bench.control("POST", "/settings", { thumbnails: "none" });
    const { exitCode, stdout, stderr } = await bench.swath(
      "catalog search --limit 3 --output html --thumbnails",
    );
    await bench.control("POST", "/settings", { thumbnails: null });
    expect([exitCode, picturesIn(stdout)]).toEqual([0, 0]);
    expect(stderr).toMatch(
      /^Warning: a picture is missing in the page: \S+ has no public picture: its link answers 403 without a key \(and 2 more\)$/mu,
    );
  });

  /** A body with one byte, and then nothing or one byte every half second. */
  const dripping =
    (everyMs: number): Send =>
    async (request) => {
      if (!request.url.includes("_thumbnail.png")) return bench.send(request);
      return {
        status: 200,
        headers: { "content-type": "image/png" },
        body: (async function* () {
          for (;;) {
            yield Buffer.from("x");
            await bench.clock.sleep(everyMs, request.signal);
          }
        })(),
      };
    };

  it.each([
    ["hangs", 1e9],
    ["drips a byte every half second", 500],
  ])("MAP-06 a picture that %s is abandoned after 10 s, and the page is written", async (_title, everyMs) => {
    const startMs = bench.clock.ms;
    const { exitCode, stdout, stderr } = await bench.swath(
      "catalog search --limit 3 --output html --thumbnails",
      { send: dripping(everyMs) },
    );
    expect([exitCode, picturesIn(stdout)]).toEqual([0, 0]);
    expect(stdout).toContain("</html>");
    expect(stderr).toContain("the picture did not come within 10 s (and 2 more)");
    expect(bench.clock.ms - startMs).toBeLessThan(15_000);
  });

  it("MAP-06 all pictures of a page share 60 s, and those not fetched are counted", async () => {
    const startMs = bench.clock.ms;
    const { exitCode, stderr } = await bench.swath(
      "catalog search --limit 20 --output html --thumbnails --concurrency 2",
      { send: dripping(500) },
    );
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(
      /\d more pictures? (?:was|were) not requested: the limit of 60 s for all pictures of a page was reached/,
    );
    expect(bench.clock.ms - startMs).toBeLessThan(70_000);
  });

  it("MAP-06 an unresolvable host gets one request, and its other pictures are skipped", async () => {
    let asked = 0;
    const send: Send = async (request) => {
      if (!request.url.includes("_thumbnail.png")) return bench.send(request);
      asked += 1;
      throw new TransportError("dns", "no", "pictures.example: the name of the host cannot be resolved");
    };
    const { exitCode, stderr } = await bench.swath(
      "catalog search --limit 6 --output html --thumbnails --concurrency 1",
      { send },
    );
    expect([exitCode, asked]).toEqual([0, 2]);
    expect(stderr).toContain("(dns), 2 times in a row");
    expect(stderr).toMatch(/5 more pictures were not requested: \S+ could not be reached/);
  });

  it("MAP-06 --thumbnails without a page is refused before any request", async () => {
    const { exitCode, stderr, requests } = await bench.swath("catalog search --limit 3 --thumbnails");
    expect([exitCode, requests]).toEqual([2, []]);
    expect(stderr).toContain("--thumbnails adds pictures to a map page, and this run writes none");
    expect(stderr).toContain("Add --map scenes.html\n");
  });
});
