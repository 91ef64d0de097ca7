/** The spend journal for people: one intent, at most one paid request. */
import { readFile, rm, writeFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { Interrupts } from "../../src/app/interrupts.ts";
import { TransportError, type Send } from "../../src/contract/send.ts";
import { withoutHome } from "../names-below.ts";
import { openBench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";
import { tempHome } from "./world.ts";
import { journalNames } from "../journal-names.ts";

const { swath, control, send, clock } = await openBench();

const found = await swath("catalog search --product-type GEO --limit 2 --output id");
const [granule = "", second = ""] = found.stdout.trim().split("\n");
const PLACE = `order place --item vendor-archive/${granule} --yes`;

const isOrder = ({ path }: { path: string }): boolean => path === "/orders";

let home: string;
beforeEach(async () => {
  home = await tempHome();
  await control("DELETE", "/faults");
});

/** Without the parts that differ from run to run. */
const named = (text: string): string =>
  withoutHome(text, home)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<uuid>")
    .replaceAll(/\b[0-9a-z]*-?[0-9a-f]{12,}-\d+\b/g, "<intent>");

describe("an unknown outcome", () => {
  it.each([
    ["the connection is reset", { reset: true }],
    ["the service fails", { status: 500 }],
    ["a gateway gives up", { status: 504, html: "<h1>Gateway Time-out</h1>" }],
    ["a page in place of JSON", { status: 502, html: "<title>Bad gateway</title>" }],
  ])("GEN-17 %s: exit 13, one request, and the same order is not sent again", async (_title, fault) => {
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, ...fault });
    const lost = await swath(PLACE, { home });
    expect(lost).toMatchObject({ exitCode: 13, stdout: "" });
    expect(lost.requests.filter(isOrder)).toHaveLength(1);
    expect(lost.stderr).toContain("code OUTCOME_UNKNOWN, exit 13");

    const again = await swath(PLACE, { home });
    expect(again).toMatchObject({ exitCode: 13, stdout: "", requests: [] });
    expect(again.stderr).toContain("code INTENT_OPEN, exit 13");
  });

  it.each([
    { error: "payment failed", success: false },
    { success: false },
    { errors: [{ message: "card declined" }] },
  ])(
    "GEN-17 P16 an id beside an error proves nothing: %j is exit 13, and the same order is not sent again",
    async (more) => {
      const reply = { orderId: "o-1", orderStatus: "completed", items: [], ...more };
      const answers: Send = async (request) => {
        if (!request.url.endsWith("/orders")) return send(request);
        const body = (async function* () {
          yield Buffer.from(JSON.stringify(reply));
        })();
        return { status: 200, headers: { "content-type": "application/json" }, body };
      };
      const run = await swath(PLACE, { home, send: answers });
      expect(run).toMatchObject({ exitCode: 13, stdout: "" });
      expect(run.stderr).toContain("its response reports an error beside the id o-1");
      const again = await swath(PLACE, { home });
      expect([again.exitCode, again.requests.filter(isOrder)]).toEqual([13, []]);
    },
  );

  it("GEN-17 both errors show what to check and what to type", async () => {
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, status: 500 });
    const { stderr } = await swath(PLACE, { home });
    expect(named(stderr.replaceAll(granule, "<item>"))).toMatch(
      /^  \$350\.00  <item>  \(ordered before\)\nTotal: \$350\.00\nError: .*500 SERVICE_ERROR \(journal <intent>\)\n.*: swath journal show <intent>\n  code OUTCOME_UNKNOWN, exit 13; more: swath help OUTCOME_UNKNOWN\n$/,
    );
    expect(named((await swath(PLACE, { home })).stderr)).toMatch(
      /^Error: .* 2026-03-10T11:47:00Z .*\(journal <intent>\): .*\n.*: swath journal show <intent>\n  code INTENT_OPEN, exit 13; more: swath help INTENT_OPEN\n$/,
    );
    expect(named((await swath("order history", { home })).stdout)).toMatchInlineSnapshot(`
      "	unknown	2026-03-10T11:47:00Z	1	$350.00		default	<intent>
      "
    `);
  });

  it("GEN-17 --resend sends it again, on purpose", async () => {
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    await swath(PLACE, { home });
    const run = await swath(`${PLACE} --resend`, { home });
    expect(run.requests.filter(isOrder)).toHaveLength(1);
    expect(run.exitCode).toBe(0);
  });

  it("GEN-17 P1 an error after --resend suggests the command that resumes the order, not the one that buys again", async () => {
    const words = `${PLACE} --download out --output id`;
    const first = await swath(words, { home });
    expect(first.stderr).not.toContain("buy again");
    const second = await swath(`${words} --resend`, { home });
    expect(second.exitCode).toBe(0);
    const id = second.stdout.trim();
    expect(id).not.toBe(first.stdout.trim());
    const goesOn = `swath order download ${id} --out-dir out`;
    expect(second.stderr).toContain(
      `If the download stops, the same command would buy again. Continue the download: ${goesOn}\n`,
    );
  });

  it("GEN-17 P1 another order is not blocked; the same one from another profile of the account is", async () => {
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    await swath(PLACE, { home });
    expect((await swath(PLACE.replace(granule, second), { home })).exitCode).toBe(0);
    const config = join(home, ".config", "swath");
    await mkdir(config, { recursive: true });
    await writeFile(join(config, "config.json"), '{"profiles":{"second":{}}}');
    const other = await swath(`${PLACE} --profile second`, { home });
    expect(other).toMatchObject({ exitCode: 13, requests: [] });
    expect(other.stderr).toContain("code INTENT_OPEN, exit 13");
  });

  it("P1 two organizations of one service are two accounts where both are known, and one where either is not", async () => {
    const config = join(home, ".config", "swath");
    await mkdir(config, { recursive: true });
    const profiles = { same: {}, other: { organizationId: "org-z" }, unknown: {} };
    const placed = await swath(`${PLACE} --json`, { home });
    const { organizationId } = JSON.parse(placed.stdout) as { organizationId: string };
    Object.assign(profiles.same, { organizationId });
    await writeFile(join(config, "config.json"), JSON.stringify({ profiles }));
    for (const profile of ["same", "unknown"])
      expect((await swath(`${PLACE} --profile ${profile}`, { home })).exitCode, profile).toBe(12);
    expect((await swath(`${PLACE} --profile other`, { home })).exitCode).toBe(0);
    // The profile that placed it has paid for it, whatever organization it names now.
    expect((await swath(PLACE, { home, env: { SWATH_ORGANIZATION: "org-z" } })).exitCode).toBe(12);
  });

  it("GEN-17 a passed time limit is also unknown", async () => {
    const silent: Send = () => new Promise(() => undefined);
    const run = await swath(`${PLACE} --timeout 30s`, { home, send: silent });
    expect(run.exitCode).toBe(13);
    expect(run.requests.filter(isOrder)).toHaveLength(1);
    expect(run.stderr).toContain("OUTCOME_UNKNOWN");
  });

  it("GEN-17 an answer without an id is also unknown", async () => {
    const vague: Send = async () => ({
      status: 201,
      headers: { "content-type": "application/json" },
      body: [Buffer.from('{"ok":true}')] as never,
    });
    const run = await swath(PLACE, { home, send: vague });
    expect({ exitCode: run.exitCode, sent: run.requests.filter(isOrder).length }).toEqual({
      exitCode: 13,
      sent: 1,
    });
    expect(run.stderr).toContain("code OUTCOME_UNKNOWN");
    expect(run.stderr).toContain("201, but its response has no readable id");
  });

  it.each([
    ["an empty body", "application/json", "", "its response has no readable id"],
    ["null", "application/json", "null", "its response has no readable id"],
    ["a page", "text/html", "<h1>Welcome</h1>", "its response has no readable id"],
  ])("GEN-17 an answer of %s is unknown, and the reason is reported", async (_title, type, body, said) => {
    const odd: Send = async () => ({
      status: 200,
      headers: { "content-type": type },
      body: [Buffer.from(body)] as never,
    });
    const run = await swath(PLACE, { home, send: odd });
    expect({ exitCode: run.exitCode, sent: run.requests.filter(isOrder).length }).toEqual({
      exitCode: 13,
      sent: 1,
    });
    expect(run.stderr).toContain(said);
  });
});

describe("ORDER-18 items of an order with an unknown outcome", () => {
  const BOTH = `order place --item vendor-archive/${second} --item vendor-archive/${granule} --yes`;
  const items = (text: string): string =>
    named(text).replaceAll(granule, "<old>").replaceAll(second, "<new>");
  const lose = async (): Promise<void> => {
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    expect((await swath(PLACE, { home })).exitCode).toBe(13);
  };
  const person = (...answers: boolean[]) => {
    const asked: string[] = [];
    const ask = async ({ message }: { message: string }): Promise<boolean> => {
      asked.push(items(message));
      return answers.shift() === true;
    };
    return { asked, on: { home, stdinTTY: true, ask } };
  };

  it("--yes does not buy them again beside a new item: the error explains how to settle that order", async () => {
    await lose();
    const run = await swath(BOTH, { home });
    expect(run).toMatchObject({ exitCode: 13, stdout: "", requests: [] });
    expect(items(run.stderr)).toMatchInlineSnapshot(`
      "Error: The order of 2026-03-10T11:48:00Z (journal <intent>) contains 1 of these 2 items (vendor-archive/<old>) and may have been accepted: its outcome is unknown: nothing was ordered
        See the earlier request: swath journal show <intent>
        code INTENT_OPEN, exit 13; more: swath help INTENT_OPEN
      "
    `);
    expect(JSON.parse(items(JSON.stringify(errorOf(await swath(`${BOTH} --json`, { home })))))).toMatchObject(
      {
        intentId: "<intent>",
        state: "unknown",
        orderedBefore: [{ item: "vendor-archive/<old>", intentId: "<intent>" }],
      },
    );
    // The same item in another request.
    expect((await swath(`${PLACE} --set note=other`, { home })).requests).toEqual([]);
  });

  it("once that order is settled as not created, both are bought; as an order, the old one is not", async () => {
    await lose();
    const [{ intentId }] = JSON.parse((await swath("journal list --json", { home })).stdout) as [
      { intentId: string },
    ];
    await swath(`journal resolve ${intentId} --no-validate --order-id o-1`, { home });
    const held = await swath(BOTH, { home });
    expect(held).toMatchObject({ exitCode: 12, requests: [] });
    expect(items(held.stderr)).toMatchInlineSnapshot(`
      "Error: Order o-1 of 2026-03-10T11:48:00Z contains 1 of these 2 items (vendor-archive/<old>) and has no known expiration date: nothing was ordered
        Add --skip-owned to order only the other item; download the earlier order: swath order download o-1
        code ALREADY_ORDERED, exit 12
      "
    `);

    const elsewhere = await tempHome();
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    await swath(PLACE, { home: elsewhere });
    const [lost] = JSON.parse((await swath("journal list --json", { home: elsewhere })).stdout) as [
      { intentId: string },
    ];
    await swath(`journal resolve ${lost.intentId} --not-created`, { home: elsewhere });
    expect((await swath(BOTH, { home: elsewhere })).exitCode).toBe(0);
  });

  it("order history has the record of an unknown outcome when its column does not fit", async () => {
    await lose();
    const run = await swath("order history", { home, stdoutTTY: true, stderrTTY: true, columns: 80 });
    expect(items(run.stderr)).toContain("An outcome is unknown: swath journal show <intent>");
  });

  it("--resend buys them on purpose, and reports the order that may contain them", async () => {
    await lose();
    const run = await swath(`${BOTH} --resend`, { home });
    expect(run.exitCode).toBe(0);
    expect(items(run.stderr)).toContain("contains 1 of these 2 items (vendor-archive/<old>) ");
  });

  it("a person is asked about them first; a no orders only the new item", async () => {
    await lose();
    const { asked, on } = person(false, true);
    const run = await swath(BOTH.replace(" --yes", ""), on);
    expect(asked).toMatchInlineSnapshot(`
      [
        "vendor-archive/<old> may have been bought on 2026-03-10T11:48:00Z (journal <intent>). Buy it again, and perhaps pay twice? (no: only the other item is ordered)",
        "Order 1 item for $525.00?",
      ]
    `);
    expect(run.exitCode).toBe(0);
    expect(run.requests.at(-1)).toMatchObject({
      method: "POST",
      body: { items: [{ collectionId: "vendor-archive", granuleId: second }] },
    });
    expect(items(run.stderr)).toContain("Skipped: vendor-archive/<old>");
  });

  it("a person is not asked for the price of a request that cannot be sent", async () => {
    await lose();
    const { asked, on } = person(true, true);
    const run = await swath(PLACE.replace(" --yes", ""), on);
    expect({ asked, exitCode: run.exitCode, requests: run.requests }).toEqual({
      asked: [],
      exitCode: 13,
      requests: [],
    });
    expect(run.stderr).toMatch(/swath journal show [0-9a-f]{16}-1/);
  });
});

describe("items that would be bought twice", () => {
  it("GEN-17 a --resend that the service refuses leaves the lost order open: the plain command buys nothing", async () => {
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    expect((await swath(PLACE, { home })).exitCode).toBe(13);
    await control("POST", "/faults", { route: "placeOrder", when: "before", count: 1, status: 400 });
    const refused = await swath(`${PLACE} --resend`, { home });
    expect(refused.requests.filter(isOrder)).toHaveLength(1);
    expect(refused.exitCode).not.toBe(0);

    const plain = await swath(PLACE, { home });
    expect(plain).toMatchObject({ exitCode: 13, stdout: "", requests: [] });
    expect(plain.stderr).toContain("code INTENT_OPEN");
    const listed = JSON.parse((await swath("journal list --json --open", { home })).stdout) as object[];
    expect(listed).toMatchObject([{ state: "unknown", open: true }]);
    expect((await swath(`${PLACE} --resend`, { home })).exitCode).toBe(0);
  });

  it.each([
    ["GEC=collect-x,collect-y", "GEC=collect-x"],
    ["GEC=collect-x", "GEC=collect-x,collect-y"],
  ])(
    "ORDER-18 --generate %s, then --generate %s: nothing is bought again without consent",
    async (first, then) => {
      const generate = (product: string): string => `order place --generate ${product} --yes`;
      const accepting: Send = async () => ({
        status: 201,
        headers: { "content-type": "application/json" },
        body: [Buffer.from('{"orderId":"o-9","expirationDate":"2126-01-01T00:00:00Z"}')] as never,
      });
      expect((await swath(generate(first), { home, send: accepting })).exitCode).toBe(0);
      const again = await swath(generate(then), { home, send: accepting });
      expect(again).toMatchObject({ exitCode: 12, stdout: "", requests: [] });
      expect(again.stderr).toContain("code ALREADY_ORDERED");
    },
  );
});

describe("an order that appears while another one is being prepared", () => {
  const BOTH = `order place --item vendor-archive/${granule} --item vendor-archive/${second} --yes`;
  const beside = (during: () => Promise<unknown>) => {
    const ask = async (): Promise<boolean> => {
      await during();
      return true;
    };
    return { home, stdinTTY: true, ask };
  };
  const posts = ({ requests }: { requests: { method: string; path: string }[] }) =>
    requests.filter(({ method, path }) => method === "POST" && path.endsWith("/orders"));

  it("ORDER-18 A+B bought in another terminal while this one asks for A: the yes buys nothing", async () => {
    const run = await swath(
      PLACE.replace(" --yes", ""),
      beside(async () => expect((await swath(BOTH, { home })).exitCode).toBe(0)),
    );
    expect(posts(run)).toEqual([]);
    expect(run.exitCode).toBe(12);
    expect(run.stderr).toContain("code ALREADY_ORDERED");
  });

  it("ORDER-18 A+B lost in another terminal while this one asks for A: the yes buys nothing", async () => {
    const run = await swath(
      PLACE.replace(" --yes", ""),
      beside(async () => {
        await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
        expect((await swath(BOTH, { home })).exitCode).toBe(13);
      }),
    );
    expect(posts(run)).toEqual([]);
    expect(run.exitCode).toBe(13);
    expect(run.stderr).toContain("code INTENT_OPEN");
  });

  it("ORDER-18 a yes to a question with an earlier order buys again; another item beside it is not stopped", async () => {
    expect((await swath(PLACE, { home })).exitCode).toBe(0);
    const run = await swath(
      PLACE.replace(" --yes", ""),
      beside(async () => void (await swath(PLACE.replace(granule, second), { home }))),
    );
    expect(run.exitCode).toBe(0);
    expect(posts(run)).toHaveLength(1);
  });

  it("ORDER-18 A and A+B with --yes at the same time: at most one is sent", async () => {
    const runs = await Promise.all([swath(PLACE, { home }), swath(BOTH, { home })]);
    expect(runs.flatMap(posts).length).toBeLessThanOrEqual(1);
    expect(runs.filter(({ exitCode }) => exitCode === 0).length).toBeLessThanOrEqual(1);
  });

  it("ORDER-18 an item of an order in progress is not bought", async () => {
    const sending = async (): Promise<void> => {
      await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
      expect((await swath(BOTH, { home })).exitCode).toBe(13);
      const dir = join(home, ".local", "state", "swath", "journal");
      const [file = ""] = await journalNames(dir);
      const { closedAt: _closed, ...lost } = JSON.parse(await readFile(join(dir, file), "utf8")) as {
        closedAt: number;
      };
      await writeFile(join(dir, file), JSON.stringify({ ...lost, state: "sending", sendingAt: clock.now() }));
    };
    const run = await swath(PLACE.replace(" --yes", ""), beside(sending));
    expect([run.exitCode, posts(run)]).toEqual([13, []]);
    expect(run.stderr).toContain("is being sent by process 100");
  });
});

describe("a known outcome", () => {
  it.each([
    [400, 8],
    [401, 4],
    [403, 5],
    [429, 9],
  ])("GEN-17 %i is a refusal: exit %i, sent once, may be sent again", async (status, exitCode) => {
    await control("POST", "/faults", { route: "placeOrder", count: 1, status });
    const refused = await swath(PLACE, { home });
    expect({ exitCode: refused.exitCode, sent: refused.requests.filter(isOrder).length }).toEqual({
      exitCode,
      sent: 1,
    });
    expect((await swath(PLACE, { home })).exitCode).toBe(0);
  });

  it("GEN-17 an unsent request may be sent again", async () => {
    const closed: Send = async () => {
      throw new TransportError("refused", "no", "connect ECONNREFUSED");
    };
    const refused = await swath(PLACE, { home, send: closed });
    expect({ exitCode: refused.exitCode, sent: refused.requests.filter(isOrder).length }).toEqual({
      exitCode: 9,
      sent: 1,
    });
    expect((await swath(PLACE, { home })).exitCode).toBe(0);
  });

  it("ORDER-18 an active order is offered in place of the same one; a person is asked once", async () => {
    expect((await swath(PLACE, { home })).exitCode).toBe(0);
    const again = await swath(PLACE, { home });
    expect(again).toMatchObject({ exitCode: 12, requests: [] });
    expect(named(again.stderr)).toMatch(
      /^Error: Order <uuid> of 2026-03-10T11:48:00Z .* 2026-03-17T11:48:00Z: .*\n.*: swath order download <uuid>\n  code ALREADY_ORDERED, exit 12\n$/,
    );
    const asked: string[] = [];
    const person = {
      home,
      stdinTTY: true,
      ask: async ({ message }: { message: string }) => (asked.push(message), true),
    };
    expect((await swath(PLACE.replace(" --yes", ""), person)).exitCode).toBe(0);
    expect(asked.map(named)).toMatchInlineSnapshot(`
      [
        "Order <uuid> of 2026-03-10T11:48:00Z contains this item and can be downloaded until 2026-03-17T11:48:00Z. Order again, and pay again?",
        "Order 1 item for $350.00?",
      ]
    `);
    // Once it has expired, buying again is the only way to get it; --yes agrees to a price, and not to that.
    clock.ms += 8 * 86_400_000;
    const late = await swath(PLACE, { home });
    expect(late).toMatchObject({ exitCode: 12, requests: [] });
    expect(late.stderr).toContain("code ALREADY_ORDERED");
    expect(late.stderr).toContain("has expired");
    expect((await swath(`${PLACE} --resend`, { home })).exitCode).toBe(0);
  });

  it("ORDER-18 DOWNLOAD-07 the same command with --download again buys nothing and resumes that order", async () => {
    const words = `${PLACE} --download out --json`;
    const placed = await swath(words, { home });
    expect(placed.exitCode).toBe(0);
    const first = JSON.parse(placed.stdout) as { orderId: string };
    await rm(join(home, "out"), { recursive: true });
    const again = await swath(words, { home });
    expect(again.exitCode).toBe(0);
    expect(again.requests.filter(({ method }) => method === "POST")).toEqual([]);
    expect(JSON.parse(again.stdout)).toMatchObject({
      orderId: first.orderId,
      orderStatus: "completed",
      items: [{ granuleId: granule }],
      download: { orderId: first.orderId, downloaded: 4, failed: 0 },
    });
    expect(named(again.stderr)).toContain("Order <uuid> contains exactly these items until");
    const waited = await swath(`${PLACE} --wait`, { home });
    expect(waited).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(first.orderId) as string });
    expect(waited.requests.map(({ method }) => method)).toEqual(["GET"]);
    expect((await swath(PLACE, { home })).exitCode).toBe(12);
  });

  it("ORDER-18 a resumed order has no columns for values that only its placement has", async () => {
    const words = `${PLACE} --wait`;
    const placed = await swath(words, { home, stdoutTTY: true, columns: 140 });
    expect(placed.stdout).toMatch(/MODE.*COLLECTED/);
    const again = await swath(words, { home, stdoutTTY: true, columns: 140 });
    expect(again.stdout).toContain(granule);
    expect(again.stdout).not.toMatch(/MODE|COLLECTED|ORDERED BEFORE/);
  });

  it("ORDER-18 an order that contains more than these items is offered", async () => {
    const more = await swath("catalog search --product-type GEO --limit 2 --output id");
    const other = more.stdout.trim().split("\n")[1];
    expect((await swath(`${PLACE} --item vendor-archive/${other}`, { home })).exitCode).toBe(0);
    const part = await swath([...PLACE.split(" "), "--download", "my images"], { home });
    expect(part).toMatchObject({ exitCode: 12, requests: [] });
    expect(part.stderr).toContain("code ALREADY_ORDERED, exit 12");
  });

  it.each([
    ["no date", '{"orderId":"o-7"}'],
    ["null", '{"orderId":"o-7","expirationDate":null}'],
  ])(
    "ORDER-18 an order with %s for its expiration is not bought again: it owns its items until a download shows that it expired",
    async (_title, reply) => {
      const plain: Send = async () => ({
        status: 201,
        headers: { "content-type": "application/json" },
        body: [Buffer.from(reply)] as never,
      });
      expect((await swath(PLACE, { home, send: plain })).exitCode).toBe(0);
      clock.ms += 30 * 86_400_000;
      const again = await swath(PLACE, { home, send: plain });
      expect(again).toMatchObject({ exitCode: 12, requests: [] });
      expect(again.stderr).toContain("contains this item and has no known expiration date");
      expect(again.stderr).toContain("code ALREADY_ORDERED, exit 12");
      expect((await swath(`${PLACE} --resend`, { home, send: plain })).exitCode).toBe(0);
    },
  );

  it("ORDER-18 P1 an order that a download showed to be expired is bought again by --resend, and not by --yes", async () => {
    const reply = (status: number, text: string) => ({
      status,
      headers: { "content-type": "application/json" },
      body: [Buffer.from(text)] as never,
    });
    const plain: Send = async ({ method }) =>
      method === "POST"
        ? reply(201, '{"orderId":"o-8"}')
        : reply(410, '{"code":"ORDER_EXPIRED","message":"over"}');
    expect((await swath(PLACE, { home, send: plain })).exitCode).toBe(0);
    expect((await swath("order download o-8", { home, send: plain })).exitCode).toBe(7);
    clock.ms += 10 * 60_000;
    expect(await swath(PLACE, { home, send: plain })).toMatchObject({ exitCode: 12, requests: [] });
    expect((await swath(`${PLACE} --resend`, { home, send: plain })).exitCode).toBe(0);
  });

  it("nothing is sent if the journal cannot be written", async () => {
    await mkdir(join(home, ".local"), { recursive: true });
    await writeFile(join(home, ".local", "state"), "a file where a folder belongs");
    const run = await swath(PLACE, { home });
    expect(run).toMatchObject({ exitCode: 14, requests: [], stdout: "" });
    expect(named(run.stderr)).toMatch(
      /^Error: .* <home>\/\.local\/state\/swath\/journal .*ENOTDIR.*\n.*\n  code JOURNAL_UNWRITABLE, exit 14; more: swath help JOURNAL_UNWRITABLE\n$/,
    );
  });

  it("AUTH the journal never contains a key", async () => {
    const key = "sk_live_4f9a8b7c6d5e4f3a2b1c";
    await swath(PLACE, { home, env: { SWATH_API_KEY: key } });
    const dir = join(home, ".local", "state", "swath", "journal");
    const files = await journalNames(dir);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(await readFile(join(dir, file), "utf8")).not.toContain(key);
  });
});

describe("Ctrl-C during the order request", () => {
  /** Presses this number of times when the order has been sent. */
  const pressing =
    (interrupts: Interrupts, times: number): Send =>
    (request) => {
      const answer = send(request);
      if (request.url.endsWith("/orders"))
        for (let press = 0; press < times; press += 1) interrupts.press("SIGINT");
      return answer;
    };

  it("the first press waits for the answer: the order is kept, its id printed, exit 130", async () => {
    const said: string[] = [];
    const interrupts = new Interrupts((message) => said.push(message));
    const run = await swath(PLACE, { home, interrupts, send: pressing(interrupts, 1) });
    expect(said.join()).toContain("waiting for the answer");
    expect(run.exitCode).toBe(130);
    expect(named(run.stdout + run.stderr)).toContain("<uuid>");
    expect((await swath("order history --columns state", { home })).stdout).toBe("confirmed\n");
  });

  it("the second press abandons it: unknown, exit 13", async () => {
    const interrupts = new Interrupts();
    const run = await swath(PLACE, { home, interrupts, send: pressing(interrupts, 2) });
    expect(run.exitCode).toBe(13);
    expect((await swath("order history --columns state", { home })).stdout).toBe("unknown\n");
  });
});

it("P1 GEN-17 a day later, an order settled by hand is asked about before it is placed again", async () => {
  const home = await tempHome();
  const lost: Send = async () => {
    throw new TransportError("reset", "maybe", "connection reset");
  };
  expect((await swath(PLACE, { home, send: lost })).exitCode).toBe(13);
  await clock.sleep(86_400_000);
  const { stdout } = await swath("journal list --json", { home });
  const [{ intentId }] = JSON.parse(stdout) as [{ intentId: string }];
  expect((await swath(`journal resolve ${intentId} --no-validate --order-id o-1`, { home })).exitCode).toBe(
    0,
  );
  const again = await swath(PLACE, { home });
  expect({
    code: again.exitCode,
    sent: again.requests.filter(({ path }) => path.endsWith("/orders")).length,
  }).toEqual({ code: 12, sent: 0 });
});

describe("ORDER-18 P1 an order by `swath api` is compared with earlier orders, like `order place`", () => {
  const item = (granuleId: string) => ({ collectionId: "vendor-archive", granuleId });
  const raw = (path: string, ...granules: string[]): string[] => [
    "api",
    "POST",
    path,
    "--yes",
    "--data",
    JSON.stringify({ items: granules.map(item) }),
  ];
  const sentOrders = ({ requests }: { requests: { path: string; method: string }[] }): number =>
    requests.filter(({ path, method }) => method === "POST" && /\/orders\/?$/i.test(path)).length;

  it("A is bought; `api POST /orders` of A and B is not sent", async () => {
    expect((await swath(PLACE, { home })).exitCode).toBe(0);
    const both = await swath(raw("/orders", granule, second), { home });
    expect({ code: both.exitCode, sent: sentOrders(both) }).toEqual({ code: 12, sent: 0 });
    expect(both.stderr).toContain("ALREADY_ORDERED");
    expect(both.stderr).toContain("swath order download ");
    const resent = await swath([...raw("/orders", granule, second), "--resend"], { home });
    expect({ code: resent.exitCode, sent: sentOrders(resent) }).toEqual({ code: 0, sent: 1 });
  });

  it("A may have been accepted; neither A nor A and B is sent, however the path is written", async () => {
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    expect((await swath(PLACE, { home })).exitCode).toBe(13);
    for (const path of ["/orders", "/orders/", "//orders", "/orders?x=1", "/Orders", "/%6Frders"])
      for (const granules of [[granule], [granule, second]]) {
        const run = await swath(raw(path, ...granules), { home });
        const sent = run.requests.length;
        expect({ path, code: run.exitCode, sent }).toEqual({ path, code: 13, sent: 0 });
      }
  });

  it("the same request with another slash is the same intent, even if its body contains no items", async () => {
    const lost: Send = async () => {
      throw new TransportError("reset", "maybe", "connection reset");
    };
    const odd = (path: string): string[] => ["api", "POST", path, "--yes", "--data", '{"note":1}'];
    expect((await swath(odd("/orders"), { home, send: lost })).exitCode).toBe(13);
    const again = await swath(odd("/orders/"), { home, send: lost });
    expect({ code: again.exitCode, sent: again.requests.length }).toEqual({ code: 13, sent: 0 });
    expect(again.stderr).toContain("INTENT_OPEN");
  });

  it("the record of such an order keeps its dates and items, for comparison by `order place`", async () => {
    expect((await swath(raw("/orders", granule), { home })).exitCode).toBe(0);
    const history = await swath("order history --columns expirationDate", { home });
    expect(history.stdout).toMatch(/^20\d\d-/);
    const placed = await swath(`${PLACE} --item vendor-archive/${second}`, { home });
    expect({ code: placed.exitCode, sent: sentOrders(placed) }).toEqual({ code: 12, sent: 0 });
  });
});

describe("ORDER-18 P1 an expiration date that proves nothing does not allow an order twice", () => {
  const BOTH = `${PLACE} --item vendor-archive/${second}`;
  const answering = (expirationDate: unknown, date = new Date(clock.now()).toUTCString()): Send => {
    return async () => ({
      status: 201,
      headers: { "content-type": "application/json", date },
      body: [
        Buffer.from(JSON.stringify({ orderId: "o-1", orderStatus: "completed", expirationDate })),
      ] as never,
    });
  };

  it.each([
    ["a date without a time", "2031-12-23"],
    ["no zone", "2031-12-23T10:00:00"],
    ["a space in place of T", "2031-12-23 10:00:00"],
    ["the format of HTTP", "Tue, 23 Dec 2031 10:00:00 GMT"],
    ["a number", 1_955_700_000],
    ["a time before the order", "2020-01-01T00:00:00Z"],
  ])("%s", async (_title, expirationDate) => {
    const send = answering(expirationDate);
    expect((await swath(PLACE, { home, send })).exitCode).toBe(0);
    await clock.sleep(3_600_000);
    for (const words of [PLACE, BOTH]) {
      const run = await swath(words, { home, send });
      expect({ code: run.exitCode, sent: run.requests.length }).toEqual({ code: 12, sent: 0 });
      expect(run.stderr).toContain("ALREADY_ORDERED");
      expect(run.stderr).not.toContain("can be downloaded until");
    }
  });

  it("a date before the order itself is not the end of its downloads", async () => {
    const send = answering("2020-01-01T00:00:00Z");
    await swath(PLACE, { home, send });
    expect((await swath(BOTH, { home, send })).stderr).toContain(
      "contains 1 of these 2 items (vendor-archive/" +
        `${granule}) and has the expiration date 2020-01-01T00:00:00Z, which is before the order itself`,
    );
    const resumed = await swath(`${PLACE} --wait --wait-timeout 1s`, { home, send });
    expect(resumed.stderr).toContain("contains exactly these items: nothing is bought again");
  });

  it("one wrong Date header of 2045 does not expire an order", async () => {
    const until = new Date(clock.now() + 30 * 86_400_000).toISOString();
    expect((await swath(PLACE, { home, send: answering(until) })).exitCode).toBe(0);
    const wrong = answering(until, "Sun, 01 Jan 2045 00:00:00 GMT");
    const other = PLACE.replace(granule, second);
    expect((await swath(other, { home, send: wrong })).exitCode).toBe(0);
    const again = await swath(PLACE, { home, send: wrong });
    expect({ code: again.exitCode, sent: again.requests.length }).toEqual({ code: 12, sent: 0 });
  });
});
