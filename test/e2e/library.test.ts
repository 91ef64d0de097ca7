/** The library as another project uses it: the package is installed, its examples are checked by TypeScript and run. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../architecture/sources.ts";
import { newFolder } from "../new-folder.ts";
import { cleanEnv } from "./swath.ts";

const run = promisify(execFile);
const EXAMPLES = join(ROOT, "docs", "examples");

/** A project that has `swath` in its dependencies. */
let project: string;

beforeAll(async () => {
  project = await newFolder();
  await writeFile(join(project, "package.json"), '{"private": true}');
  const words = ["pack", "--ignore-scripts", "--json", "--pack-destination", project];
  const { stdout } = await run("npm", words, { cwd: ROOT });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  const options = ["--ignore-scripts", "--omit=optional", "--offline", "--no-audit", "--no-fund"];
  await run("npm", ["install", ...options, join(project, filename)], { cwd: project });
  await cp(EXAMPLES, project, { recursive: true });
});

afterAll(() => rm(project, { recursive: true, force: true, maxRetries: 10 }));

/** Runs a module of the project in a home of its own. */
async function example(name: string): Promise<{ stdout: string; stderr: string; home: string }> {
  const home = await mkdtemp(join(project, "home-"));
  const work = { profiles: { work: { baseUrl: "https://sar.example" } } };
  await writeFile(join(home, "config.json"), JSON.stringify(work));
  const { stdout, stderr } = await run(process.execPath, [join(project, name)], {
    cwd: home,
    env: cleanEnv(home, { SWATH_CONFIG_DIR: home, SAR_KEY: "a-key" }),
  });
  return { stdout, stderr, home };
}

/** Runs statements of a module that imports everything of the library. */
async function runModule(text: string) {
  const names = "openService, searchCatalog, reviewOrder, placeOrder, downloadOrder, isSwathError";
  await writeFile(join(project, "module.mjs"), `import { ${names} } from "swath";\n${text}`);
  return example("module.mjs");
}

const resultOf = async (text: string): Promise<unknown> => JSON.parse((await runModule(text)).stdout);

describe("the library", () => {
  test("LIB-01 its declarations import nothing, and TypeScript accepts the examples", async () => {
    const types = await readFile(join(project, "node_modules", "swath", "dist", "lib.d.ts"), "utf8");
    expect(types).not.toMatch(/\bimport\b/);
    const settings = {
      compilerOptions: {
        module: "nodenext",
        target: "es2022",
        types: ["node"],
        typeRoots: [join(ROOT, "node_modules", "@types")],
        strict: true,
        exactOptionalPropertyTypes: true,
        checkJs: true,
        noEmit: true,
      },
      include: (await readdir(EXAMPLES)).filter((name) => name.endsWith(".mjs")),
    };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify(settings));
    const tsc = join(ROOT, "node_modules", ".bin", "tsc");
    const { stdout } = await run(tsc, ["-p", project]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
  });

  test("LIB-02 the example buys at the price that was read, and downloads what was bought", async () => {
    const { stdout, stderr, home } = await example("buy-and-download.mjs");
    expect(stderr).toBe("");
    const [price, ...files] = stdout.trim().split("\n");
    expect(price).toMatch(/^\S+_GEO\S* costs \d+ USD$/);
    expect(files.length).toBeGreaterThan(0);
    for (const line of files) expect(line).toMatch(/^\S+: downloaded \(.*sha256.*\)$/);
    expect(await readdir(join(home, "imagery"), { recursive: true })).toContain(files[0]!.split(":")[0]);
  });

  test("LIB-02 a price above the consent and a second order of the same item are refused", async () => {
    const { stdout, stderr } = await example("handle-refusals.mjs");
    expect(stderr).toBe("");
    const lines = stdout.trim().split("\n");
    expect(lines[0]).toMatch(/^COST_LIMIT_EXCEEDED: /);
    expect(lines[1]).toMatch(/^ordered for \$[\d,.]+: \S+$/);
    expect(lines[2]).toMatch(/^ALREADY_ORDERED: /);
  });

  test("LIB-02 no order is placed without a limit, with an unreadable one, or after close", async () => {
    const codes = await resultOf(`
      const service = await openService({ sandbox: true });
      const items = await searchCatalog(service, { bbox: [-9.5, 38.5, -9, 39], limit: 1 });
      const codes = [];
      const code = (error) => codes.push(isSwathError(error) ? error.code : String(error));
      await placeOrder(service, { items }).catch(code);
      await placeOrder(service, { items, maxCost: NaN }).catch(code);
      await placeOrder(service, { items, maxCost: "much" }).catch(code);
      await placeOrder(service, { items: [], maxCost: 1 }).catch(code);
      await service.close();
      await placeOrder(service, { items, maxCost: 100000 }).catch(code);
      console.log(JSON.stringify(codes));
    `);
    expect(codes).toEqual(["USAGE", "USAGE", "USAGE", "ORDER_EMPTY", "USAGE"]);
  });

  test("LIB-02 P1 items that the caller changes after the call are neither priced nor ordered", async () => {
    const bodies = await resultOf(`
      import { createServer } from "node:http";
      const bodies = [];
      const server = createServer(async (request, response) => {
        let text = "";
        for await (const piece of request) text += piece;
        bodies.push(JSON.parse(text).items);
        const isReview = request.url.endsWith("/review");
        const review = { authorized: true, summary: { total: "$10.00" } };
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(isReview ? review : { orderId: "o-1", items: [] }));
      });
      await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
      const service = await openService({ baseUrl: "http://127.0.0.1:" + server.address().port, apiKey: "a-key" });
      const items = [{ productType: "GEO", collectIds: ["k1"] }];
      const order = placeOrder(service, { items, maxCost: 100 });
      items[0].collectIds.push("k2");
      items.push({ productType: "SLC", collectIds: ["k3"] });
      await order;
      await service.close();
      server.close();
      console.log(JSON.stringify(bodies));
    `);
    const asked = [{ productType: "GEO", collectIds: ["k1"] }];
    expect(bodies).toEqual([asked, asked]);
  });

  test("LIB-01 an address that cannot be used is named as the option of the caller", async () => {
    const message = await resultOf(`
      const message = await openService({ baseUrl: "sar.example" }).catch((error) => error.message);
      console.log(JSON.stringify(message));
    `);
    expect(message).toMatch(/^baseUrl must be https:/);
  });

  test("LIB-01 a limit that is not an integer is refused before anything is read", async () => {
    const code = await resultOf(`
      const service = await openService({ sandbox: true });
      const code = await searchCatalog(service, { limit: 1.5 }).catch((error) => error.code);
      await service.close();
      console.log(JSON.stringify(code));
    `);
    expect(code).toBe("USAGE");
  });

  test("LIB-01 it prints nothing, adds no listener to the process, and ends with the reason of the caller's signal", async () => {
    const found = await resultOf(`
      const listeners = () => process.eventNames().map((name) => [name, process.listenerCount(name)]);
      const before = JSON.stringify(listeners());
      const controller = new AbortController();
      const service = await openService({ sandbox: true, signal: controller.signal });
      await searchCatalog(service, { bbox: [-9.5, 38.5, -9, 39], limit: 1 });
      const after = JSON.stringify(listeners());
      controller.abort(new Error("enough"));
      const reason = await searchCatalog(service).catch((error) => error.message);
      await service.close();
      console.log(JSON.stringify({ isSame: before === after, reason, exitCode: process.exitCode ?? null }));
    `);
    expect(found).toEqual({ isSame: true, reason: "enough", exitCode: null });
  });

  test("LIB-01 a service that could not be opened leaves no listener on the caller's signal", async () => {
    const found = await resultOf(`
      const { getEventListeners } = await import("node:events");
      const { signal } = new AbortController();
      const code = await openService({ sandbox: true, folder: "", signal }).catch((error) => error.code);
      console.log(JSON.stringify({ code, listeners: getEventListeners(signal, "abort").length }));
    `);
    expect(found).toEqual({ code: "USAGE", listeners: 0 });
  });

  test("LIB-01 the snippets of its page run", async () => {
    const page = await readFile(join(ROOT, "docs", "library.md"), "utf8");
    const snippets = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, text = ""]) =>
      text.replaceAll(/^import .* from "swath";$/gm, ""),
    );
    expect(snippets).toHaveLength(3);
    const { stdout, stderr, home } = await runModule(`
      const service = await openService({ sandbox: true });
      const items = await searchCatalog(service, { bbox: [-9.5, 38.5, -9, 39], limit: 1 });
      ${snippets.map((text) => `{${text}}`).join("\n")}
      await service.close();
    `);
    expect(stdout).toBe("");
    // The last snippet orders what the first one has bought.
    expect(stderr).toMatch(/^ALREADY_ORDERED /);
    expect(await readdir(join(home, "imagery"))).not.toEqual([]);
  });

  test("LIB-01 the package exports the library and nothing else", async () => {
    const refused = run(process.execPath, ["-e", 'require("swath/dist/start.cjs")'], { cwd: project });
    await expect(refused).rejects.toThrow("ERR_PACKAGE_PATH_NOT_EXPORTED");
    await mkdir(join(project, "cjs"), { recursive: true });
    const words = ["-e", 'console.log(Object.keys(require("swath")).sort().join())'];
    const { stdout } = await run(process.execPath, words, { cwd: project });
    expect(stdout.trim()).toBe("downloadOrder,isSwathError,openService,placeOrder,reviewOrder,searchCatalog");
  });
});
