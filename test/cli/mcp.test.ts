/** `swath mcp`: what an assistant can do, in two revisions of the protocol. */
import { mkdir, readdir, realpath, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { toPathInside } from "../../src/mcp/roots.ts";
import { limitLines, MAX_MESSAGE_BYTES } from "../../src/mcp/serve.ts";
import { TOOLS } from "../../src/mcp/tools.ts";
import { testFolder } from "../new-folder.ts";
import { TERN_TLE } from "../tern-elements.ts";
import { makeLink, makePipe } from "../this-system.ts";
import { openBench } from "./bench.ts";
import { answerOf, REVISIONS, startAssistant, type Revision } from "./mcp-client.ts";
import { BASE_URL } from "./world.ts";

const bench = await openBench();
const env = { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: bench.member.apiKey };
const LISBON = { place: "Lisbon", radius: "50km" };

interface Start {
  home?: string;
  send?: Send;
  revision?: Revision;
}

const start = async (line = "", { home, send = bench.send, revision }: Start = {}) =>
  startAssistant(line, { home: home ?? (await testFolder()), send, clock: bench.clock, env }, { revision });

/** Bytes that a model reads: the text and the structured content. */
const sizeOf = (result: { content?: unknown; structuredContent?: unknown }): number =>
  Buffer.byteLength(JSON.stringify([result.content, result.structuredContent]));

/** About 20,000 tokens. */
const MAX_BYTES = 60_000;

test("on Windows an output with the name of a device is refused, and read names are not changed", async () => {
  const folder = await realpath(await testFolder());
  const inside = (kind: "input" | "output", name: string): Promise<string> =>
    toPathInside({ [kind]: folder }, kind, name, true);
  for (const name of ["CON", "imagery/nul.png", "out."])
    await expect(inside("output", name)).rejects.toMatchObject({ code: "PATH_UNSAFE" });
  expect(await inside("output", "imagery")).toBe(join(folder, "imagery"));
  expect(await inside("input", "out.")).toBe(join(folder, "out."));
});

describe.each(REVISIONS)("in revision %s", (revision) => {
  test("REACH-13 an assistant searches, looks, prices and reports, and every line of stdout is a message", async () => {
    const assistant = await start("", { revision });
    const found = await assistant.call("search", { ...LISBON, productType: "geo", limit: 5 });
    expect(found).toMatchObject({ isError: false, data: { nextCursor: "5" } });
    const [first] = found.data.rows;
    expect(first).toMatchObject({ product: "GEO", coversPercent: expect.any(Number) as number });
    const both = await assistant.call("search", { ...LISBON, productType: "GEO,SLC" });
    expect(new Set(both.data.rows.map(({ product }: { product: string }) => product))).toEqual(
      new Set(["GEO", "SLC"]),
    );
    const items = [{ collection: first.collection, id: first.id }];
    expect((await assistant.call("price", { items })).data.commitment.amount).toBeGreaterThan(0);
    expect((await assistant.call("cover", { ...LISBON, cheapest: true })).data.rows[0].price).toMatch(/^\$/);
    expect((await assistant.call("stacks", LISBON)).data.rows[0].scenes).toBeGreaterThan(1);
    expect((await assistant.call("stacks", { item: first.id })).isError).toBe(false);
    expect((await assistant.call("deliveries")).data).toEqual({ products: 0, rows: [] });
    expect((await assistant.call("status")).data).toMatchObject({ inProgress: [], ready: [] });
    const sites = [
      { name: "one", ...LISBON },
      { name: "two", bbox: [4, 51, 5, 52] },
    ];
    const watched = await assistant.call("watch", { sites, since: "-60d" });
    expect(new Set(watched.data.rows.map(({ site }: { site: string }) => site))).toEqual(
      new Set(["one", "two"]),
    );
    const picture = await assistant.client.callTool({ name: "preview", arguments: { id: first.id } });
    expect(picture.content).toContainEqual(expect.objectContaining({ type: "image", mimeType: "image/png" }));
    expect(await assistant.end()).toBe(0);
    for (const line of assistant.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    expect(assistant.stderr()).toBe("");
    const paths = new Set(assistant.requests.map(({ method, path }) => `${method} ${path}`));
    expect([...paths].filter((path) => /^POST \S*\/(?:orders|task|repeat-requests)\/?$/.test(path))).toEqual(
      [],
    );
  });

  test("REACH-13 a failure has the suggestion and the next step of the command line; a command is for the person", async () => {
    const assistant = await start("", { revision });
    const failed = async (tool: string, input: Record<string, unknown>): Promise<object> => {
      const { isError, data } = await assistant.call(tool, input);
      expect(isError).toBe(true);
      return data.error;
    };
    expect(await failed("search", { place: "Lisbonn" })).toMatchObject({
      code: "PLACE_UNKNOWN",
      message: expect.stringContaining('place "Lisbonn": ') as string,
      next: "Did you mean place Lisbon?",
    });
    expect(await failed("search", { place: "Portugal" })).toMatchObject({
      next: "Give a city, such as place 'Lisbon (PT)', or a file with the area",
    });
    expect(await failed("search", { place: "Lisbon", radius: "20 leagues" })).toMatchObject({
      code: "USAGE",
      message: expect.stringContaining('radius "20 leagues"') as string,
    });
    expect(await failed("status", { order: "00000000-0000-4000-8000-000000000000" })).toMatchObject({
      code: "ORDER_NOT_FOUND",
      next: "Ask the person. See your orders: swath order history",
    });
    expect(await assistant.end()).toBe(0);
  });

  test("REACH-13 an answer is below 20,000 tokens, and a cursor continues it without a gap", async () => {
    const assistant = await start("", { revision });
    const search = { ...LISBON, limit: 200 };
    const ids: string[] = [];
    for (let cursor: string | undefined; ;) {
      const result = await assistant.client.callTool({
        name: "search",
        arguments: { ...search, ...(cursor !== undefined && { cursor }) },
      });
      expect(sizeOf(result)).toBeLessThan(MAX_BYTES);
      const { data } = answerOf(result);
      ids.push(...data.rows.map(({ id }: { id: string }) => id));
      if (data.nextCursor === undefined) break;
      cursor = data.nextCursor;
    }
    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("REACH-13 a client that leaves ends the reads of its calls, and the server", async () => {
    const home = await testFolder();
    const { promise: held, resolve: begun } = Promise.withResolvers<void>();
    const send: Send = (request) => {
      begun();
      return new Promise((_, reject) =>
        request.signal?.addEventListener("abort", () => reject(request.signal!.reason as Error)),
      );
    };
    const assistant = await start("", { home, send, revision });
    const call = assistant.client.callTool({ name: "search", arguments: LISBON }).catch(() => "left");
    await held;
    expect(await assistant.end()).toBe(0);
    expect(await call).toBe("left");
  });

  test("REACH-13 an invented cursor far behind the end reads nothing", async () => {
    const assistant = await start("", { revision });
    const answer = await assistant.call("search", { ...LISBON, cursor: "999999" });
    expect(answer.data.error.message).toContain("is not a cursor of this tool");
    expect(assistant.requests).toEqual([]);
  });

  test("REACH-13 long work reports progress, and a cancelled call ends its request", async () => {
    const home = await testFolder();
    let isHeld = false;
    let aborted = 0;
    const { promise: held, resolve: begun } = Promise.withResolvers<void>();
    const send: Send = (request) => {
      if (!isHeld) return bench.send(request);
      begun();
      return new Promise((_, reject) =>
        request.signal?.addEventListener("abort", () => {
          aborted += 1;
          reject(request.signal!.reason as Error);
        }),
      );
    };
    const assistant = await start("", { home, send, revision });
    const steps: number[] = [];
    await assistant.client.callTool(
      { name: "cover", arguments: { ...LISBON, cheapest: true } },
      { onprogress: ({ progress }) => void steps.push(progress) },
    );
    expect(steps.length).toBeGreaterThan(1);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    isHeld = true;
    const controller = new AbortController();
    const call = assistant.client.callTool(
      { name: "search", arguments: LISBON },
      { signal: controller.signal },
    );
    await held;
    controller.abort("enough");
    await expect(call).rejects.toThrow("enough");
    await expect.poll(() => aborted).toBe(1);
    isHeld = false;
    expect((await assistant.call("search", LISBON)).isError).toBe(false);
  });
});

test("REACH-13 an order that exists is downloaded into the output folder, and its state is reported", async () => {
  const home = await testFolder();
  const { stdout } = await bench.swath(
    "catalog search --place Lisbon --product-type GEO --limit 1 --output order-items",
    { home },
  );
  await writeFile(join(home, "items.json"), stdout);
  const placed = await bench.swath("order place --items items.json --yes --json", { home });
  const { orderId } = JSON.parse(placed.stdout) as { orderId: string };
  await bench.control("POST", `/orders/${orderId}/complete`);
  const assistant = await start("--output-root out", { home });
  expect((await assistant.call("status", { order: orderId })).data).toMatchObject({ orderId, isReady: true });
  const report = await assistant.call("download", { order: orderId, folder: "lisbon", assets: ["metadata"] });
  expect(report).toMatchObject({ isError: false, data: { downloaded: 1, failed: 0, directory: "lisbon" } });
  expect(await readdir(join(home, "out", "lisbon"))).not.toEqual([]);
  expect((await assistant.call("deliveries")).data.products).toBe(1);
  const again = await assistant.call("download", { order: orderId, folder: "lisbon", assets: ["metadata"] });
  expect(again.data).toMatchObject({ downloaded: 0, skipped: 1 });
});

test("REACH-14 files are read and written in the two folders of the start only", async () => {
  const home = await testFolder();
  const outside = await testFolder();
  await writeFile(join(outside, "area.json"), '{"type":"Point","coordinates":[-9.14,38.71]}');
  const closed = await start("", { home });
  expect((await closed.call("search", { file: "area.json" })).data.error.code).toBe("USAGE");
  expect((await closed.call("download", { order: "an-order" })).data.error.code).toBe("USAGE");
  await closed.end();
  makeLink(outside, join(home, "link"));
  makeLink(join(outside, "area.json"), join(home, "area.json"));
  makeLink(join(outside, "nothing"), join(home, "to-nothing"));
  const assistant = await start("--input-root . --output-root .", { home });
  const paths = [
    "../x",
    join(outside, "area.json"),
    "link",
    "link/area.json",
    "link/new",
    "to-nothing",
    "a/../../x",
    "s3://bucket/x",
  ];
  for (const path of [...paths, "area.json"])
    expect((await assistant.call("search", { file: path })).data.error.code, path).toBe("PATH_UNSAFE");
  for (const folder of paths)
    expect((await assistant.call("download", { order: "an-order", folder })).data.error.code).toBe(
      "PATH_UNSAFE",
    );
  expect(assistant.requests).toEqual([]);
  await writeFile(join(home, "real.json"), '{"type":"Point","coordinates":[-9.14,38.71]}');
  expect((await assistant.call("search", { file: "real.json" })).data.rows).not.toEqual([]);
});

test("REACH-14 no tool reaches settings, keys, profiles, paths or programs, and none takes a consent", async () => {
  const assistant = await start();
  const { tools } = await assistant.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  const words = /^(?:api|config|auth|profile|login|exec|raw|approve)/;
  expect(tools.filter(({ name }) => words.test(name))).toEqual([]);
  const given = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
  const consents =
    /^(?:yes|confirm|consent|approve|approval|force|resend|maxCost|key|token|profile|baseUrl|exec)$/i;
  expect(given.filter((name) => consents.test(name))).toEqual([]);
});

test.each(["--yes", "--resend", "--dry-run"])("REACH-14 a server with %s does not start", async (word) => {
  const { exitCode, stdout, stderr, requests } = await bench.swath(`mcp ${word}`);
  expect({ exitCode, stdout, requests }).toEqual({ exitCode: 2, stdout: "", requests: [] });
  expect(stderr).toContain("consent");
});

test("P14 a message that is too long is answered with an error, and the conversation goes on", async () => {
  const assistant = await start();
  const long = "x".repeat(MAX_MESSAGE_BYTES);
  await expect(assistant.call("search", { place: long })).rejects.toThrow(/longer than 10000000 bytes/);
  await expect(assistant.call("search", { ...LISBON, limit: 1 })).resolves.toMatchObject({ isError: false });
  expect(await assistant.end()).toBe(0);
  expect(assistant.stderr()).toContain("was not read");
  expect(assistant.stderr()).not.toContain("bug");
});

test.each([
  ["at the beginning", `{"jsonrpc":"2.0","id":7,"method":"ping","x":"`, `"}`, "7"],
  ["after the method", `{"method":"ping","id":"seven","x":"`, `"}`, '"seven"'],
  ["at the end", `{"method":"ping","x":"`, `","jsonrpc":"2.0","id":7}`, "7"],
  ["nowhere", `{"method":"ping","x":"`, `"}`, "null"],
])("P14 the error has the id of the message, which is %s", async (_where, before, after, id) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const lines = limitLines(input, output, () => {});
  const text = `${before}${"y".repeat(MAX_MESSAGE_BYTES)}${after}\n{"next":1}\n`;
  for (let at = 0; at < text.length; at += 64_000) input.write(text.slice(at, at + 64_000));
  input.end();
  expect(Buffer.concat(await lines.toArray()).toString()).toBe('{"next":1}\n');
  expect(output.read().toString()).toContain(`"id":${id},"error"`);
});

test("P14 a line that is not JSON is answered with error -32700, and the conversation goes on", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const lines = limitLines(input, output, () => {});
  input.end('hello\n\n{"next":1}\n{"half":\n');
  expect(Buffer.concat(await lines.toArray()).toString()).toBe('\n{"next":1}\n');
  output.end();
  const errors = Buffer.concat(await output.toArray())
    .toString()
    .trim()
    .split("\n");
  expect(errors.map((line) => JSON.parse(line) as object)).toMatchObject([
    { id: null, error: { code: -32700 } },
    { id: null, error: { code: -32700 } },
  ]);
});

test("REACH-13 every refusal of a tool has a next step that an assistant can take", async () => {
  const assistant = await start("--input-root .");
  const failed = async (tool: string, input: Record<string, unknown>) => {
    const { isError, data } = await assistant.call(tool, input);
    expect(isError).toBe(true);
    return data.error as { code: string; message: string; next?: string };
  };
  const unmade = await failed("download", { order: "00000000-0000-4000-8000-000000000000" });
  expect(unmade.next).toBe("Ask the person to start it with --output-root <dir>");
  const missing = await failed("search", { file: "nope.geojson" });
  expect([missing.message, missing.next]).toEqual([
    '"nope.geojson" does not exist',
    "Give a file of the input folder",
  ]);
  expect((await failed("price", { items: ["no-collection"] })).next).toContain("COLLECTION/ID");
  expect((await failed("status", { task: "Lisbon" })).next).toMatch(/^Ask the person|the tool/);
  const split = await failed("search", { ...LISBON, where: ["view:incidence_angle < 30 and a = b"] });
  expect(split.next).toContain("view:incidence_angle<30");
});

test("REACH-13 passes like a scene are those of the command, and an argument replaces a constraint of the scene", async () => {
  const home = await testFolder();
  await writeFile(join(home, "terns.tle"), TERN_TLE);
  const assistant = await start("--input-root .", { home });
  const [{ reference }] = (await assistant.call("stacks", { ...LISBON })).data.rows;
  const input = { like: reference.scene.slice(0, 8), from: "2026-03-02", elements: "terns.tle" };
  const { data, isError, text } = await assistant.call("passes", { ...input, limit: 200 });
  expect(isError, text).toBe(false);
  const line = `passes --like ${input.like} --from 2026-03-02 --elements terns.tle --json`;
  const typed = await bench.swath(line, { home });
  expect(typed.exitCode, typed.stderr).toBe(0);
  expect(data.rows.length).toBeGreaterThan(0);
  expect(data.rows).toEqual(JSON.parse(typed.stdout));
  const wider = await assistant.call("passes", { ...input, offNadirMin: 5, offNadirMax: 50, limit: 200 });
  expect(wider.data.windows).toBeGreaterThan(data.windows);
  const wrong = await assistant.call("passes", { ...input, offNadirMin: 60, offNadirMax: 20 });
  expect(wrong).toMatchObject({ isError: true, data: { error: { code: "OFF_NADIR_ORDER" } } });
});

test.each([
  ["passes", "from", { from: "7d" }],
  ["search", "from", { from: "3 march" }],
  ["cover", "to", { to: "2026-02-30" }],
  ["stacks", "to", { from: "2026-03-02", to: "2026-03-01" }],
  ["watch", "since", { since: "tomorrow" }],
])("REACH-13 %s names its argument %s in a message about a time", async (tool, name, times) => {
  const assistant = await start();
  const input =
    tool === "watch" ? { sites: [{ name: "Lisbon", ...LISBON }], ...times } : { ...LISBON, ...times };
  const { isError, data } = await assistant.call(tool, input);
  expect(isError).toBe(true);
  const { message, next } = data.error as { message: string; next: string };
  expect(message.split(" ")[0]).toBe(name);
  expect(message).toContain(JSON.stringify(Object.values(times).at(-1)));
  expect(next).toMatch(/RFC 3339|later/);
  expect(message + next).not.toMatch(/--|"[a-z]+":/);
});

test("REACH-13 an assistant may give the ids that it is shown: of scenes, shortened, and COLLECTION/ID", async () => {
  const assistant = await start();
  const { data } = await assistant.call("search", { ...LISBON, productType: "GEO", limit: 1 });
  const [{ id, scene, collection }] = data.rows as [{ id: string; scene: string; collection: string }];
  const short = scene.slice(0, 8);
  for (const ids of [[scene], [short], [id], [`${collection}/${id}`]]) {
    const { data: found } = await assistant.call("search", { ids });
    expect(found.rows.map((row: { id: string }) => row.id)).toContain(id);
  }
  expect((await assistant.call("preview", { id: short })).isError).toBe(false);
  expect((await assistant.call("stacks", { item: short })).isError).toBe(false);
  const prices = await Promise.all(
    [`${collection}/${id}`, id, `${short}:GEO`, { collection, id }].map((item) =>
      assistant.call("price", { items: [item] }),
    ),
  );
  for (const { data: priced } of prices) expect(priced).toMatchObject({ lines: [{ item: id }] });
  const [first, ...others] = prices.map(({ data: priced }) => priced.total as string);
  expect(others).toEqual([first, first, first]);
  const unknown = await assistant.call("search", { ids: ["ffffffff-0000-4000-8000-000000000000"] });
  expect(unknown).toMatchObject({ isError: true, data: { error: { code: "ITEM_NOT_FOUND" } } });
});

test("P14 a pipe in a folder of the server never blocks, and is not read", async () => {
  const home = await testFolder();
  makePipe(join(home, "pipe.json"));
  const assistant = await start("--input-root . --output-root .", { home });
  const calls = Array.from({ length: 6 }, () => assistant.call("search", { file: "pipe.json" }));
  for (const { data } of await Promise.all(calls))
    expect(data.error).toMatchObject({ code: "INPUT_NOT_READABLE", message: "pipe.json is not a file" });
  expect((await assistant.call("passes", { ...LISBON, elements: "pipe.json" })).isError).toBe(true);
  expect((await assistant.call("buy", { quote: "pipe.json" })).isError).toBe(true);
  expect((await assistant.call("search", { ...LISBON, limit: 1 })).isError).toBe(false);
});

test("REACH-14 P10 a folder that a link replaces after the start is not followed", async () => {
  const home = await testFolder();
  const outside = await testFolder();
  await writeFile(join(outside, "area.json"), '{"type":"Point","coordinates":[-9.14,38.71]}');
  await mkdir(join(home, "root"));
  await writeFile(join(home, "root", "area.json"), '{"type":"Point","coordinates":[-9.14,38.71]}');
  const assistant = await start("--input-root root --output-root root", { home });
  expect((await assistant.call("search", { file: "area.json", limit: 1 })).isError).toBe(false);
  await rename(join(home, "root"), join(home, "before"));
  makeLink(outside, join(home, "root"));
  const read = await assistant.call("search", { file: "area.json" });
  expect(read.data.error).toMatchObject({
    code: "PATH_UNSAFE",
    message: expect.stringContaining("restart") as string,
  });
  const written = await assistant.call("download", { order: "an-order", folder: "x" });
  expect(written.data.error.code).toBe("PATH_UNSAFE");
  expect(await readdir(outside)).toEqual(["area.json"]);
});

test("REACH-13 nothing is searched without its area, and an empty answer has a note", async () => {
  const assistant = await start();
  const refused: readonly [string, Record<string, unknown>, string][] = [
    ["watch", { sites: [{ name: "port" }] }, 'the site "port" has no area'],
    [
      "watch",
      {
        sites: [
          { name: "a", ...LISBON },
          { name: "a", place: "Porto" },
        ],
      },
      'two sites have the name "a"',
    ],
    ["status", { task: "t", order: "o" }, "task and order are given"],
  ];
  for (const [tool, input, message] of refused) {
    const { isError, data } = await assistant.call(tool, input);
    expect([isError, data.error.message, typeof data.error.next]).toEqual([true, message, "string"]);
  }
  expect(assistant.requests.map(({ path }) => path)).not.toContain("/catalog/search");
  const swapped = await assistant.call("search", { point: [38.71, -9.14] });
  expect(swapped.data).toMatchObject({ rows: [], notes: [expect.stringMatching(/swapped: .*Lisbon/)] });
  const unknown = await assistant.call("search", { collections: ["vendor-archiv"] });
  expect(unknown.data).toMatchObject({ rows: [], notes: ["Nothing found"] });
});
