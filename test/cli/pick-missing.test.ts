/** PICK-01: a missing value is chosen from a list on a terminal; in a pipe it is a usage error. */
import { describe, expect, it } from "vitest";
import type { Question } from "../../src/cli/world.ts";
import { openBench } from "./bench.ts";
import { changingText } from "./changed-body.ts";
import { runScripted } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const bench = await openBench();
const { swath } = bench;

async function made(words: string): Promise<string> {
  const { stdout, stderr } = await swath(
    `${words} --tier ${words.startsWith("task") ? "standard" : "routine"} --type spotlight --wait --output id`,
  );
  expect(stderr).not.toContain("Error");
  return stdout.trim();
}

const task = (name: string): Promise<string> =>
  made(`task create --point -8.89,38.52 --window-open +1d --window 7d --name ${name}`);
const [setubal, lisbon] = [await task("setubal"), await task("lisbon")];
const series = await made(
  "repeat create --point 14.43,40.82 --from +1d --interval 7 --count 3 --name vesuvius",
);

/** A person who types a text into each list and selects all results. */
function person(
  typed = "",
  answers: Partial<Record<Question["kind"], string | boolean>> = { confirm: true },
) {
  const asked: { kind: string; message: string; shown: string[]; sum?: string | undefined }[] = [];
  const ask = async ({
    kind,
    message,
    find,
    sum,
  }: Question): Promise<string | boolean | readonly string[]> => {
    const found = find?.(kind === "search" && message.startsWith("Over which") ? "" : typed) ?? [];
    const values = found.map(({ value }) => value);
    asked.push({ kind, message, shown: found.map(({ name = "" }) => name), sum: sum?.(values) });
    const answer = answers[kind];
    if (answer !== undefined) return answer;
    return kind === "search-many" ? values : (values[0] ?? "");
  };
  return { asked, on: { stdinTTY: true, stderrTTY: true, ask } };
}

describe("PICK-01 on a terminal", () => {
  it("task approve offers requests in review, with prices and their total, newest first", async () => {
    const { asked, on } = person();
    const run = await swath("task approve --dry-run", on);
    expect(run.exitCode).toBe(2);
    expect(asked).toEqual([]);

    const some = person("", { confirm: false });
    expect((await swath("task approve", some.on)).exitCode).toBe(12);
    expect(some.asked[0]).toMatchObject({ kind: "search-many", message: "Which tasks in review?" });
    expect(some.asked[0]?.shown[0]).toMatch(
      /^"lisbon": 25 km2 near Setubal \(PT\), spotlight sta.*…? +\$1,250\.00$/,
    );
    expect(some.asked[0]?.shown[1]).toMatch(/^"setubal"/);
    expect(some.asked[0]?.sum).toBe("2 of 2 ticked, $2,500.00");
    expect(some.asked[1]?.message).toContain("Approve 2 tasks for $2,500.00");
  });

  it("typing searches names, places, prices and ids", async () => {
    for (const typed of ["SETUBAL spot", lisbon.slice(0, 13)]) {
      const { asked, on } = person(typed, { confirm: false });
      await swath("task approve", on);
      expect(asked[0]?.shown).toHaveLength(typed.startsWith("SET") ? 2 : 1);
    }
  });

  it.each([
    ["task get", "Which tasks?", (): string | undefined => setubal],
    ["task cost", "Which tasks?", (): string | undefined => setubal],
    ["task reject", "Which tasks in review?", (): string | undefined => undefined],
    ["task cancel", "Which tasks?", (): string | undefined => undefined],
    ["repeat cancel", "Which repeat request?", (): string | undefined => undefined],
    ["task wait --wait-timeout 1s", "Which tasks?", (): string | undefined => undefined],
    [
      "task retask --window-open +2d --window-close +9d --yes --no-check",
      undefined,
      (): string | undefined => undefined,
    ],
    ["repeat get", "Which repeat request?", (): string | undefined => series],
    ["repeat cost", "Which repeat request?", (): string | undefined => series],
    ["repeat approve", "Which repeat request in review?", (): string | undefined => undefined],
    ["repeat retask --from +2d", "Which repeat request?", (): string | undefined => undefined],
  ])("%s asks", async (words, question, id) => {
    const typed = words.startsWith("task") ? "setubal" : "";
    const { asked, on } = person(words.startsWith("task") ? setubal : typed, { confirm: false });
    const run = await swath(`${words} --output id`, on);
    expect(asked[0]?.message).toBe(question);
    if (id() !== undefined) expect(run.stdout).toBe(`${id()}\n`);
    if (question === undefined) expect(run.exitCode).toBe(2);
  });

  it("a width of 60 columns cuts the line, but not the price or the status", async () => {
    const { asked, on } = person("", { confirm: false });
    await swath("task approve", { ...on, columns: 60 });
    for (const line of asked[0]?.shown ?? []) {
      expect(line.length).toBeLessThanOrEqual(53);
      expect(line).toMatch(/…  \$1,250\.00$/);
    }
  });

  it("a hint with the command contains the chosen id", async () => {
    const { on } = person(setubal);
    const run = await swath("task wait --wait-timeout 1s", on);
    expect(run.exitCode).toBe(12);
    expect(run.stderr).toContain(`swath task approve ${setubal}`);
  });

  it("order place asks for place and products, and shows the prices of the selected ones", async () => {
    const { asked, on } = person("geo", { confirm: false });
    const run = await swath("order place", on);
    expect(run.exitCode).toBe(12);
    expect(asked.map(({ message }) => message).slice(0, 2)).toEqual([
      "Over which place? (a name, or lon,lat)",
      "Which products?",
    ]);
    expect(asked[1]?.shown[0]).toMatch(
      /^20\d\d-\d\d-\d\dT\d\d:\d\dZ  [0-9a-f]{8}:GEO +\d\d\.\d°  (asc|desc) [LR] +(strip|spot|slide)  /,
    );
    const count = asked[1]?.shown.length ?? 0;
    expect(asked[1]?.sum).toMatch(new RegExp(String.raw`^${count} of 100 ticked, \$[\d,.]+$`));
    expect(asked[2]?.message).toMatch(/Order \d+ items for \$/);
    const total = /\$[\d,.]+/.exec(asked[2]?.message ?? "")?.[0];
    expect(asked[1]?.sum?.endsWith(`, ${total?.replace(/\?$/, "")}`)).toBe(true);
  });

  it("order place over a place without scenes explains how to widen the search", async () => {
    const { on } = person();
    const ask = async (question: Question) =>
      question.message.startsWith("Over which")
        ? (question.find?.("0.5,-89")[0]?.value ?? "")
        : on.ask(question);
    const run = await swath("order place", { ...on, ask });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain("there are no scenes over 0.5,-89");
    expect(run.stderr).toMatch(/Look wider: swath catalog search --point 0\.5,-89 --radius 200km/);
  });

  const overLisbon =
    (radius: string, asked: string[] = []) =>
    async ({ kind, message, find }: Question) => {
      asked.push(message);
      if (kind === "input") return radius;
      const values = (find?.(message.startsWith("Over which") ? "Lisbon" : "") ?? []).map(
        ({ value }) => value,
      );
      return kind === "search-many" ? values : kind === "search" ? values[0]! : false;
    };

  it("PICK-01 order place asks for a radius around a place until it is readable", async () => {
    const asked: string[] = [];
    const radii = ["far", "50km"];
    const ask = async (question: Question) => {
      const answer = question.kind === "input" ? radii.shift()! : "";
      return overLisbon(answer, asked)(question);
    };
    const run = await swath("order place", { stdinTTY: true, stderrTTY: true, ask });
    const areas = run.requests.flatMap(
      ({ body }) => (body as { intersects?: unknown } | undefined)?.intersects ?? [],
    );
    expect(areas).toEqual([expect.objectContaining({ type: "Polygon" })]);
    expect(run.stderr).toContain('  "far" must be a distance such as 5km');
    expect(asked.slice(0, 4)).toEqual([
      "Over which place? (a name, or lon,lat)",
      "How far around? (such as 20km; Enter: only this point)",
      "How far around? (such as 20km; Enter: only this point)",
      "Which products?",
    ]);
  });

  it.each(["order place", "order review", "catalog preview --image none"])(
    "PICK-01 %s offers the scenes of the last search first, with their short ids",
    async (words) => {
      const home = await tempHome();
      const session = { home, stdoutTTY: true, stdinTTY: true };
      const searched = await swath("catalog search --place Lisbon --radius 300km --limit 3", session);
      const { asked, on } = person("", { confirm: false });
      await swath(words, { ...session, ...on, columns: 80 });
      expect(asked[0]).toMatchObject({
        kind: "search-many",
        message: "Which products? Scenes of your last search within 300 km of Lisbon (PT), 1s ago",
      });
      const [elsewhere, ...shown] = asked[0]?.shown ?? [];
      expect(elsewhere).toBe("search elsewhere: a place by its name");
      const scenes = shown.map((line) => /  ([0-9a-f]{8}):/.exec(line)?.[1]);
      const found = searched.stdout.split("\n").flatMap((line) => /^([0-9a-f]{8}) {2}/.exec(line)?.[1] ?? []);
      expect(found).toHaveLength(3);
      expect([...new Set(scenes)]).toEqual(found);
      // The deciding part is never cut.
      for (const line of shown)
        expect(line).toMatch(
          /Z {2}\w{8}:(GEO|GEC|SLC|SICD|SIDD|CPHD) +\d\d\.\d° {2}(asc|desc) [LR] +(strip|spot|slide) +(<?\d+(\.\d)?%)? /,
        );
      const narrow = person("", { confirm: false });
      await swath(words, { ...session, ...narrow.on, columns: 60 });
      for (const line of narrow.asked[0]?.shown.slice(1) ?? [])
        expect(line).toMatch(/Z {2}\w{8}:(GEO|GEC|SLC|SICD|SIDD|CPHD) +\d\d\.\d° /);
    },
  );

  it("PICK-01 choosing another place after a search asks for it", async () => {
    const home = await tempHome();
    const session = { home, stdoutTTY: true, stdinTTY: true };
    await swath("catalog search --place Lisbon --limit 1", session);
    const asked: string[] = [];
    const ask = async (question: Question) => {
      const isFirst = asked.push(question.message) === 1;
      return isFirst ? [question.find?.("")[0]?.value ?? "none"] : overLisbon("")(question);
    };
    await swath("order place", { ...session, stderrTTY: true, ask });
    expect(asked.slice(1, 4)).toEqual([
      "Over which place? (a name, or lon,lat)",
      "How far around? (such as 20km; Enter: only this point)",
      "Which products?",
    ]);
  });

  it("PICK-01 the list of products shows $0.00 in the words of its sum", async () => {
    const session = { home: await tempHome(), stdoutTTY: true, stdinTTY: true };
    await swath("catalog search --collection vendor-open-data --limit 2", session);
    const { asked, on } = person("$0.00", { confirm: false });
    await swath("order place", { ...session, ...on });
    expect(asked[0]?.shown.length).toBeGreaterThan(0);
    for (const line of asked[0]?.shown ?? []) expect(line).toMatch(/ {2}\$0\.00$/);
  });

  it("PICK-03 Prto in the place question of order place offers the nearest names, as --place does", async () => {
    const offered: string[] = [];
    const ask = async ({ kind, find }: Question): Promise<string> => {
      if (kind === "input") return "";
      offered.push(...(find?.("Prto") ?? []).map(({ name = "" }) => name));
      return "0.5,-89";
    };
    await swath("order place", { stdinTTY: true, stderrTTY: true, ask });
    expect(offered.map((name) => name.replace(/ at .*/, ""))).toEqual([
      "near Prto: Porto (PT)",
      "near Prto: Prato (IT)",
      "near Prto: Peto (MX)",
    ]);
    const run = await swath("catalog search --place Prto");
    expect(run.stderr).toContain("Did you mean --place Porto?");
  });

  it.each(["order place", "order review", "catalog preview", "task get", "order download", "task create"])(
    "PICK-01 %s without a base URL fails before its first question",
    async (words) => {
      const { asked, on } = person();
      const run = await swath(words, { ...on, env: { SWATH_BASE_URL: "" } });
      expect(run.stderr).toContain("no base URL is set, so there is nowhere to send this");
      expect({ exitCode: run.exitCode, asked }).toEqual({ exitCode: 2, asked: [] });
    },
  );

  it("catalog preview asks for place and scene, without reading prices", async () => {
    const { asked, on } = person("geo 0");
    const run = await swath("catalog preview --image none", { ...on, home: await tempHome() });
    expect(asked.map(({ message }) => message)).toEqual([
      "Over which place? (a name, or lon,lat)",
      "Which products?",
    ]);
    expect(asked[1]?.sum).toMatch(/^\d+ of 100 ticked$/);
    expect(run.requests.some(({ path }) => path === "/orders/review")).toBe(false);
  });

  it("control and bidi characters in a name are shown and have no effect", async () => {
    const name = "a\u001b[2Jb\u202ec\nd";
    await swath([
      "task",
      "create",
      "--point",
      "5,45",
      "--window-open",
      "+1d",
      "--window",
      "7d",
      "--tier",
      "standard",
      "--type",
      "spotlight",
      "--name",
      name,
    ]);
    const { asked, on } = person("2Jb");
    await swath("task get", on);
    const shown = asked[0]?.shown.join("") ?? "";
    expect(shown).toContain(String.raw`a\x1b[2Jb`);
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(shown).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it("order download, links and wait offer the orders of this machine", async () => {
    const home = await tempHome();
    const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
    const placed = await swath(`order place --item vendor-archive/${granule} --yes --output id`, { home });
    const order = placed.stdout.trim();
    for (const words of ["order links", "order wait", "order download --plan"]) {
      const { asked, on } = person();
      const run = await swath(words, { ...on, home });
      expect(asked[0]).toMatchObject({ kind: "search", message: "Which order?" });
      expect(asked[0]?.shown[0]).toMatch(/^Southern Ocean, .*, completed, \$[\d.,]+, 20.* [0-9a-f]{8}$/);
      expect(run.requests.at(-1)?.path).toBe(`/orders/${order}/download`);
    }
    const none = await swath("order links", { ...person().on, home: await tempHome() });
    expect(none.exitCode).toBe(2);
    expect(none.stderr).toContain("no order given, and none to choose from");
    expect(none.stderr).toContain("Place one: swath order place\n");
  });

  it("PICK-01 downloaded and expired orders are marked, and come after the others", async () => {
    const own = await openBench({ archiveSize: 10 });
    const home = await tempHome();
    const run = async (words: string): Promise<string> => {
      const { exitCode, stdout, stderr } = await own.swath(words, { home });
      expect(exitCode, stderr).toBe(0);
      return stdout.trim();
    };
    const [first, second] = (await run("catalog search --product-type GEO --limit 2 --output id")).split(
      "\n",
    );
    const open = await run(`order place --item vendor-archive/${first} --yes --output id`);
    const downloaded = await run(`order place --item vendor-archive/${second} --yes --output id`);
    await run(`order download ${downloaded} --out-dir imagery`);
    const list = async (): Promise<string[]> => {
      const { asked, on } = person();
      await own.swath("order wait", { ...on, home, columns: 80 });
      return (
        asked[0]?.shown.map((line) => /(?:(?:downloaded|expired) {2})*[0-9a-f]{8}$/.exec(line)?.[0] ?? "") ??
        []
      );
    };
    expect(await list()).toEqual([open.slice(0, 8), `downloaded  ${downloaded.slice(0, 8)}`]);
    own.clock.ms += 400 * 86_400_000;
    expect(await list()).toEqual([
      `downloaded  expired  ${downloaded.slice(0, 8)}`,
      `expired  ${open.slice(0, 8)}`,
    ]);
  });

  it("PICK-01 an empty list of a command that takes some requests only leads to all of them", async () => {
    for (const [words, list] of [
      ["order task", "task list"],
      ["repeat cancel", "search repeats"],
    ] as const) {
      const empty = { results: [], currentPage: 1, totalPages: 1 };
      const run = await runScripted(
        words,
        {
          "POST /tasks/search": [{ body: empty }],
          "GET /tasks/paged": [{ body: empty }],
          "POST /repeat-requests/search": [{ body: empty }],
        },
        { ...person().on, home: await tempHome() },
      );
      expect({
        exitCode: run.exitCode,
        sent: run.requests.map(({ method, path }) => `${method} ${path}`),
      }).toEqual({
        exitCode: 2,
        sent: [expect.stringMatching(/search$|paged$/)],
      });
      expect(run.stderr).toContain(`: swath ${list}\n`);
    }
  });

  it("PICK-01 journal show offers the records of this machine, and journal resolve one of the open ones, offline", async () => {
    const home = await tempHome();
    const lost = await runScripted(
      "order place --item archive/a --yes",
      { "POST /orders": [{ status: 500, body: {} }] },
      { home },
    );
    expect(lost.exitCode).toBe(13);
    for (const [words, many] of [
      ["journal show", "Which journal record?"],
      ["journal resolve --not-created", "Which open journal record?"],
    ] as const) {
      const { asked, on } = person();
      const run = await swath(words, { ...on, home });
      expect(asked[0]).toMatchObject({ kind: "search", message: many });
      expect(asked[0]?.shown).toEqual([expect.stringMatching(/^order, .* unknown$/)]);
      expect({ exitCode: run.exitCode, requests: run.requests }).toEqual({ exitCode: 0, requests: [] });
    }
    const none = await swath("journal resolve --not-created", { ...person().on, home });
    expect(none.exitCode).toBe(2);
    expect(none.stderr).toContain("no open journal record given, and none to choose from");
  });

  it("an order whose expiration date has an offset is offered until it expires", async () => {
    const home = await tempHome();
    // 23:00 in UTC, which is after now.
    const inTwelveHours = changingText(
      bench.send,
      () => true,
      (text) => text.replaceAll(/("expirationDate":)"[^"]+"/g, '$1"2026-03-10T09:00:00-14:00"'),
    );
    const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
    await swath(`order place --item vendor-archive/${granule} --yes`, { home, send: inTwelveHours });
    expect((await swath("order history --json", { home })).stdout).toContain("2026-03-10T09:00:00-14:00");
    const { asked, on } = person();
    await swath("order links", { ...on, home });
    expect(asked[0]?.shown[0]).toMatch(/, completed, .* [0-9a-f]{8}$/);
  });
});

describe("PICK-01 no prompt", () => {
  it.each(["task approve", "task get", "order links", "repeat cost", "order task", "order download"])(
    "%s in a pipe is a usage error, and sends nothing",
    async (words) => {
      const run = await swath(words);
      expect(run.exitCode).toBe(2);
      expect(run.stderr).toMatch(/<\w+Id> is missing/);
      expect(run.requests).toEqual([]);
    },
  );

  it.each(["--yes", "--no-input", "--dry-run"])(
    "%s does not prompt either, even on a terminal",
    async (flag) => {
      const { asked, on } = person();
      const run = await swath(`task approve ${flag}`, on);
      expect({ exitCode: run.exitCode, asked, requests: run.requests }).toEqual({
        exitCode: 2,
        asked: [],
        requests: [],
      });
      expect(run.stderr).toContain("<taskId> is missing");
    },
  );

  it("a wrong flag is reported before any question, together with the missing argument", async () => {
    const { asked, on } = person();
    const run = await swath("task approve --max-cost much", on);
    expect(asked).toEqual([]);
    expect(run.stderr).toContain("--max-cost");
    expect(run.stderr).toContain("<taskId> is missing");
  });

  it("order place in a pipe explains how to give items", async () => {
    const run = await swath("order place");
    expect(run.exitCode).toBe(3);
    expect(run.stderr).toContain("code ORDER_EMPTY");
  });
});

/** A person who searches around Lisbon, selects everything and does not buy it. */
const aroundLisbon =
  (radius: string) =>
  async ({ kind, message, find }: Question) => {
    if (kind === "input") return radius;
    const found = (find?.(message.startsWith("Over which") ? "Lisbon" : "") ?? []).map(({ value }) => value);
    return kind === "search-many" ? found : kind === "search" ? (found[0] ?? "") : false;
  };

describe("PICK-01 a list of products", () => {
  const feature = (id: string): object => ({
    type: "Feature",
    id,
    collection: "a",
    geometry: { type: "Point", coordinates: [-9.14, 38.71] },
    properties: { datetime: "2026-03-01T09:45:10Z", "sar:product_type": "GEO" },
  });
  const catalog = (count: number) => ({
    body: {
      type: "FeatureCollection",
      features: Array.from({ length: count }, (_item, at) => feature(`item-${at + 1}`)),
    },
  });
  const review = (...costs: string[]) => ({
    body: {
      summary: { total: "$9.00" },
      items: costs.map((cost, at) => ({
        granuleId: `item-${at + 1}`,
        cost,
        ...(at === 1 && { previouslyOrdered: true }),
      })),
    },
  });

  it("has column headings, and marks bought items", async () => {
    const heads: (string | undefined)[] = [];
    const { asked, on } = person("", { confirm: false });
    const ask = async (question: Question) => {
      heads.push(question.head);
      return on.ask(question);
    };
    await runScripted(
      "order place",
      { "POST /catalog/search": [catalog(2)], "POST /orders/review": [review("$4.00", "$5.00")] },
      { ...on, ask, columns: 80 },
    );
    expect(heads[1]).toMatch(/^TIME {15}PRODUCT {5}PLACE +PRICE$/);
    expect(heads[1]).toHaveLength(80 - 7);
    const [first = "", second = ""] = asked[1]?.shown ?? [];
    expect(first).toMatch(/^2026-03-01T09:45Z {2}item-1:GEO {2}Lisbon \(PT\) +\$4\.00$/);
    expect(second).toMatch(/ {2}bought {2}\$5\.00$/);
    for (const [word, cell] of [
      ["PRODUCT", "item"],
      ["PLACE", "Lisb"],
    ] as const)
      expect(first.slice(heads[1]?.indexOf(word)).slice(0, 4)).toBe(cell);
  });

  it("on a narrow terminal has whole places or none, in every line", async () => {
    const heads = async (columns: number): Promise<readonly (string | undefined)[]> => {
      const { asked, on } = person("", { confirm: false });
      let head: string | undefined;
      const ask = async (question: Question) => {
        head = question.head ?? head;
        return on.ask(question);
      };
      const script = { "POST /catalog/search": [catalog(1)], "POST /orders/review": [review("$4.00")] };
      await runScripted("order place", script, { ...on, ask, columns });
      return [head, ...(asked[1]?.shown ?? [])];
    };
    for (let columns = 48; columns <= 80; columns += 1) {
      const [head = "", line = ""] = await heads(columns);
      expect([columns, line.includes("Lisb")]).toEqual([columns, head.includes("PLACE")]);
      expect(line).toMatch(head.includes("PLACE") ? /Lisbon \(P(?:T\)|…)/ : /:GEO +\$4\.00$/);
      expect(line.length).toBeLessThanOrEqual(columns - 7);
    }
  });

  it("OWN-01 marks items that this machine has ordered, whatever the service reports", async () => {
    const home = await tempHome();
    const script = {
      "POST /catalog/search": [catalog(2)],
      "POST /orders/review": [review("$4.00", "$5.00")],
      "POST /orders": [{ status: 201, body: { orderId: "o-1" } }],
    };
    const placed = await runScripted(
      "order place --item a/item-1 --yes --max-cost 10",
      {
        ...script,
        "POST /orders/review": [review("$4.00")],
      },
      { home },
    );
    expect(placed.exitCode, placed.stderr).toBe(0);
    const { asked, on } = person("", { confirm: false });
    await runScripted("order place", script, { ...on, home, columns: 80 });
    const [first = "", second = ""] = asked[1]?.shown ?? [];
    expect([first, second]).toEqual([
      expect.stringMatching(/ {2}owned {2}\$4\.00$/),
      expect.stringMatching(/ {2}bought {2}\$5\.00$/),
    ]);
  });

  it("reports a price that changed between the list and the question", async () => {
    const { asked, on } = person("", { confirm: false });
    const { stderr } = await runScripted(
      "order place",
      {
        "POST /catalog/search": [catalog(2)],
        "POST /orders/review": [review("$4.00", "$5.00"), review("$4", "$6.00")],
      },
      on,
    );
    expect(stderr).toContain("the price of a/item-2 was $5.00 when listed, and is $6.00 now\n");
    expect(stderr).not.toContain("item-1 was");
    expect(asked.at(-1)?.message).toMatch(/^Order 2 items for /);
  });

  it("shows at most 100 products, and suggests a complete command for all of them", async () => {
    const { on } = person("", { confirm: false });
    const run = await runScripted(
      "order place",
      { "POST /catalog/search": [catalog(100)], "POST /orders/review": [review()] },
      on,
    );
    expect(run.stderr).toContain(
      "The list has the newest 100 products. More, with short ids for this command: swath catalog search --limit 500\n",
    );
    const ask = aroundLisbon("20km");
    const { stderr } = await runScripted(
      "order place",
      { "POST /catalog/search": [catalog(100)], "POST /orders/review": [review()] },
      { ...on, ask },
    );
    expect(stderr).toMatch(
      /with short ids for this command: swath catalog search --point -9\.\d+,38\.\d+ --radius 20km --all\n/,
    );
    const few = await runScripted(
      "order place",
      { "POST /catalog/search": [catalog(99)], "POST /orders/review": [review()] },
      on,
    );
    expect(few.stderr).not.toContain("The list has");
  });

  it("has the first 100 of the last search, and reports how many there are", async () => {
    const session = {
      home: await tempHome(),
      stdinTTY: true,
      stdoutTTY: true,
      stderrTTY: true,
    };
    const script = { "POST /catalog/search": [catalog(120)], "POST /orders/review": [review()] };
    await runScripted("catalog search --limit 120", script, session);
    const { on } = person("", { confirm: false });
    const { stderr } = await runScripted("order place", script, { ...session, ...on });
    expect(stderr).toContain("The list has the first 100 of 120 products; give the short ids of others\n");
  });
});
