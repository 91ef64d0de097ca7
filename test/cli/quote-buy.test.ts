/** Quotes: a price that is saved, approved by a person, and bought at most once. */
import { lstat, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import type { Quote } from "../../src/domain/quotes/quote.ts";
import { computeDigest } from "../../src/domain/quotes/quote.ts";
import { makeLink } from "../this-system.ts";
import { openBench } from "./bench.ts";
import { changingText } from "./changed-body.ts";
import { repriced } from "./repriced.ts";
import { stoppedClock } from "./stopped-clock.ts";
import { tempHome, type Run } from "./world.ts";

const { swath, clock, send, control, member } = await openBench();

const found = await swath("catalog search --product-type GEO --limit 3 --output id");
const [first = "", second = "", third = ""] = found.stdout.split("\n");
const REVIEW = `order review --item vendor-archive/${first} --item vendor-archive/${second}`;
const BUY = "quote buy quote.json --yes";

let home: string;
beforeEach(async () => {
  home = await tempHome();
  await control("DELETE", "/faults");
});

const save = async (words = REVIEW): Promise<Quote> => {
  const run = await swath(`${words} --save quote.json`, { home });
  expect(run.exitCode, run.stderr).toBe(0);
  return readQuote();
};
const readQuote = async (): Promise<Quote> =>
  JSON.parse(await readFile(join(home, "quote.json"), "utf8")) as Quote;
const writeQuote = (quote: object): Promise<void> =>
  writeFile(join(home, "quote.json"), JSON.stringify(quote));
const paid = ({ requests }: Pick<Run, "requests">): string[] =>
  requests
    .filter(({ method, path }) => method !== "GET" && !path.includes("review") && !path.includes("search"))
    .map(({ path }) => path);

const expectRefused = (run: Run, code: string, text: string | RegExp, exitCode = 12): void => {
  expect(paid(run)).toEqual([]);
  expect(run.stderr).toContain(`code ${code}, exit ${exitCode}`);
  if (typeof text === "string") expect(run.stderr.toLowerCase()).toContain(text.toLowerCase());
  else expect(run.stderr).toMatch(text);
  expect(run.exitCode).toBe(exitCode);
};

/** Approves as a person on a terminal of another machine. */
const approve = async (amount: string, { machine = "", by = "Ana" } = {}): Promise<Run> => {
  const other = machine === "" ? await tempHome() : machine;
  await writeFile(join(other, "quote.json"), await readFile(join(home, "quote.json")));
  const run = await swath(`quote approve quote.json --by ${by}`, {
    home: other,
    stdinTTY: true,
    stdoutTTY: true,
    env: { NO_COLOR: "1" },
    ask: async () => amount,
  });
  await writeFile(join(home, "quote.json"), await readFile(join(other, "quote.json")));
  return run;
};
const keyOf = async (machine: string): Promise<string> =>
  (await swath("quote key", { home: machine })).stdout.trim();

describe("REACH-10 a quote", () => {
  it("says what would be bought, its price, who asked and when it ends, and has no key", async () => {
    const run = await swath(`${REVIEW} --save quote.json`, {
      home,
      env: { USER: "ida" },
    });
    expect(run.stderr).toContain("Saved the quote quote.json");
    const text = await readFile(join(home, "quote.json"), "utf8");
    const quote = JSON.parse(text) as Quote;
    expect(quote).toMatchObject({
      swathQuote: 1,
      order: {
        items: [
          { collectionId: "vendor-archive", granuleId: first },
          { collectionId: "vendor-archive", granuleId: second },
        ],
      },
      price: "$875.00",
      profile: "default",
      service: "https://sar.example",
      askedBy: { name: "ida" },
      approvals: [],
    });
    expect(Date.parse(quote.ends) - Date.parse(quote.made)).toBe(86_400_000);
    expect(quote.digest).toBe(computeDigest(quote));
    expect(text).not.toContain(member.apiKey);
    expect(text.match(/https?:/g)).toHaveLength(1);
  });

  it("lasts as long as asked, and never replaces a file", async () => {
    await swath(`${REVIEW} --save quote.json --valid-for 2h`, { home });
    const quote = await readQuote();
    expect(Date.parse(quote.ends) - Date.parse(quote.made)).toBe(7_200_000);
    const again = await swath(`${REVIEW} --save quote.json`, { home });
    expect(again.stderr).toContain("code FILE_EXISTS");
    expect(await readQuote()).toEqual(quote);
  });

  it("of tasks and series is their approval, and one of several is their sum", async () => {
    const task = await createdTask();
    await save(`task cost ${task}`);
    const shown = await swath("quote show quote.json", { home });
    expect(shown.stdout).toContain(`task ${task}`);
    const bought = await swath(BUY, { home });
    expect(bought.exitCode, bought.stderr).toBe(0);
    expect(paid(bought)).toEqual([`/task/${task}/status`]);
    expectRefused(await swath(BUY, { home }), "QUOTE_REFUSED", "the quote was bought");
  });
});

const TASK = "task create --point -9.14,38.71 --window-open +1d --window 7d --type stripmap_100 --output id";

async function createdTask(): Promise<string> {
  const run = await swath(TASK, { home });
  expect(run.exitCode, run.stderr).toBe(0);
  const id = run.stdout.trim();
  const wait = await swath(`task cost ${id} --wait`, { home });
  expect(wait.exitCode, wait.stderr).toBe(0);
  return id;
}

describe("REACH-11 a quote is bought", () => {
  it("P1 once: a second run, also with --resend, buys nothing", async () => {
    await save();
    const bought = await swath(`${BUY} --output id`, { home });
    expect(bought.exitCode, bought.stderr).toBe(0);
    expect(paid(bought)).toEqual(["/orders"]);
    const again = await swath(BUY, { home });
    expectRefused(again, "QUOTE_REFUSED", "the quote was bought at");
    expectRefused(await swath(`${BUY} --resend`, { home }), "QUOTE_REFUSED", "the quote was bought at");
    expect((await swath("quote show quote.json", { home })).stdout).toMatch(/^State: +bought/m);
  });

  it("P5 only at its price", async () => {
    await save();
    const dearer = repriced(send, (cost) => String(cost).replace("350", "351"));
    expectRefused(
      await swath(BUY, { home, send: dearer }),
      "PRICE_CHANGED",
      /the price was \$875\.00 in the quote, and is \$\d+\.\d\d now/,
    );
    const unreadable = repriced(send, () => "1 or 2");
    expectRefused(await swath(BUY, { home, send: unreadable }), "PRICE_CHANGED", "is 1 or 2 now");
    expect((await swath(BUY, { home })).exitCode).toBe(0);
  });

  it("before its end, by the later one of this machine's clock and the service's", async () => {
    await save();
    clock.ms += 86_400_000;
    expectRefused(await swath(BUY, { home }), "QUOTE_REFUSED", "the quote ended at");
    const back = stoppedClock();
    back.ms = clock.ms - 86_000_000;
    const run = await swath(BUY, { home, clock: back, send: (request) => back.during(send(request)) });
    expectRefused(run, "QUOTE_REFUSED", "the quote ended at");
    expect(run.requests.length).toBeGreaterThan(0);
  });

  it("not by a clock that was set back to before it was made", async () => {
    await save();
    const back = stoppedClock();
    back.ms = clock.ms - 7_200_000;
    const withoutDate: typeof send = async (request) => {
      const reply = await back.during(send(request));
      const { date: _date, ...headers } = reply.headers;
      return { ...reply, headers };
    };
    const run = await swath(BUY, { home, clock: back, send: withoutDate });
    expectRefused(run, "QUOTE_REFUSED", "later than now");
  });

  it.each([
    ["order", { items: [{ collectionId: "vendor-archive", granuleId: "another" }] }],
    ["price", "$1.00"],
    ["profile", "another"],
    ["service", "https://other.example"],
    ["askedBy", { name: "another" }],
    ["made", "2026-01-01T00:00:00Z"],
    ["ends", "2026-01-20T00:00:00Z"],
    ["journal", "another"],
    ["lines", []],
    ["skewMs", 86_400_000],
    ["organizationId", "another"],
  ])("not after an edit of %s", async (field, value) => {
    const quote = await save();
    expect(quote[field as keyof Quote]).not.toEqual(value);
    const ends = field === "made" ? { ends: "2026-01-20T00:00:00Z" } : {};
    const made = field === "ends" ? { made: "2026-01-01T00:00:00Z" } : {};
    await writeQuote({ ...quote, [field]: value, ...ends, ...made });
    const run = await swath(BUY, { home });
    expectRefused(run, "QUOTE_REFUSED", "the quote was edited");
    expect(run.requests).toEqual([]);
    expect((await swath("quote show quote.json", { home })).stdout).toContain("edited");
  });

  it.each([
    ["no longer JSON", "{", "INPUT_NOT_JSON"],
    ["another document", "{}", "INPUT_NOT_READABLE"],
    ["of a newer version", '{"swathQuote": 2}', "INPUT_NOT_READABLE"],
    ["incomplete", '{"swathQuote": 1}', "INPUT_NOT_READABLE"],
  ])("not from a file that is %s", async (_name, text, code) => {
    await writeFile(join(home, "quote.json"), text);
    const run = await swath(BUY, { home });
    expectRefused(run, code, "<file> quote.json", 2);
    expect(run.requests).toEqual([]);
  });

  it("by its own journal, and by no other", async () => {
    await save();
    await writeFile(join(home, ".local/state/swath/journal.id"), "another");
    expectRefused(await swath(BUY, { home }), "QUOTE_REFUSED", "this one is another");
    const elsewhere = await tempHome();
    await writeFile(join(elsewhere, "quote.json"), await readFile(join(home, "quote.json")));
    expectRefused(await swath(BUY, { home: elsewhere }), "QUOTE_REFUSED", "this one is new");
  });

  it("not again after a lost response: its outcome is unknown", async () => {
    await save();
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    const lost = await swath(BUY, { home });
    expect(lost.exitCode).toBe(13);
    expectRefused(await swath(BUY, { home }), "INTENT_OPEN", "the outcome is unknown", 13);
    expectRefused(await swath(`${BUY} --resend`, { home }), "INTENT_OPEN", "the outcome is unknown", 13);
    const [journalId] = /[0-9a-f]{16}-1/.exec(lost.stderr) ?? [];
    await swath(`journal resolve ${journalId} --not-created`, { home });
    expect((await swath(BUY, { home })).exitCode).toBe(0);
  });

  it("with consent: a question on a terminal, else --yes", async () => {
    await save();
    expectRefused(await swath("quote buy quote.json", { home }), "CONFIRMATION_REQUIRED", "");
    const asked: string[] = [];
    const no = await swath("quote buy quote.json", {
      home,
      stdinTTY: true,
      ask: async ({ message }) => {
        asked.push(message);
        return false;
      },
    });
    expectRefused(no, "ABORTED", "");
    expect(asked).toEqual(["Order 2 items for $875.00?"]);
  });

  it("is not possible without a bound, and nothing says to try again", async () => {
    const series = await swath(
      "repeat create --point 14.43,40.82 --from +1d --interval 7 --type stripmap_100 --wait --output id",
      { home },
    );
    expect(series.exitCode, series.stderr).toBe(0);
    const id = series.stdout.trim();
    const cost = await swath(`repeat cost ${id} --save quote.json`, { home });
    expectRefused(cost, "QUOTE_REFUSED", "nothing limits the number of images, so no quote was made");
    expect(cost.stderr).not.toContain("Make a new quote");
    await swath("config set approval.above 100000000", { home });
    const approval = await swath(`repeat approve ${id} --yes`, { home });
    expectRefused(approval, "APPROVAL_REQUIRED", "Create the series with an end");
    expect((await swath(`repeat reject ${id} --yes`, { home })).exitCode).toBe(0);
  });

  it("of several tasks as one purchase", async () => {
    await createdTask();
    await createdTask();
    const quote = await save("approvals list");
    expect(quote.approve!.length).toBeGreaterThan(1);
    const bought = await swath(BUY, { home });
    expect(bought.exitCode, bought.stderr).toBe(0);
    expect(paid(bought)).toHaveLength(quote.approve!.length);
    expectRefused(await swath(BUY, { home }), "QUOTE_REFUSED", "the quote was bought");
  });
});

describe("REACH-11 an approval", () => {
  it("is typed by a person: not given by --yes, by a script, or by another amount", async () => {
    await save();
    const yes = await swath("quote approve quote.json --by Ana --yes", { home, stdinTTY: true });
    expect([yes.exitCode, yes.stderr]).toEqual([2, expect.stringContaining("a person approves a quote")]);
    const script = await swath("quote approve quote.json --by Ana", { home, stdin: "875\n" });
    expectRefused(script, "CONFIRMATION_REQUIRED", "This is not a terminal");
    expectRefused(await approve("750"), "ABORTED", '"750" is not the price of the quote, $875.00');
    expectRefused(await approve("EUR 875"), "ABORTED", "is not the price");
    expect((await readQuote()).approvals).toEqual([]);
    expect((await approve("875")).exitCode).toBe(0);
    expect((await readQuote()).approvals).toMatchObject([{ by: "Ana" }]);
  });

  it.each(["", "1"])(
    "is typed after the question was shown: an amount that was typed or pasted before does not sign (ACCESSIBLE=%s)",
    async (ACCESSIBLE) => {
      await save();
      const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
      const output = new PassThrough();
      input.write("875\r\n");
      let shown = "";
      output.on("data", (chunk: Buffer) => {
        shown += chunk.toString();
        if (input.listenerCount("answered") > 0 || !shown.includes("($875.00):")) return;
        input.on("answered", () => {});
        setImmediate(() => input.write("1\r\n"));
      });
      const run = await swath("quote approve quote.json --by Ana", {
        home,
        stdinTTY: true,
        stderrTTY: true,
        env: { NO_COLOR: "1", ACCESSIBLE },
        promptStreams: () => ({
          input: input as unknown as NodeJS.ReadStream,
          output: output as unknown as NodeJS.WriteStream,
        }),
      });
      expectRefused(run, "ABORTED", '"1" is not the price of the quote, $875.00');
      expect((await readQuote()).approvals).toEqual([]);
    },
  );

  it.each([
    [
      "order",
      (text: string) => text.replace('{"swathQuote"', '{"order":{"items":[{"cheap":1}]},"swathQuote"'),
    ],
    ["price", (text: string) => text.replace('{"swathQuote"', '{"price":"$9.00","swathQuote"')],
    ["items", (text: string) => text.replace('{"items":', '{"items":[{"cheap":1}],"items":')],
    ["pri\\u0063e", (text: string) => text.replace('{"swathQuote"', '{"pri\\u0063e":"$9.00","swathQuote"')],
    ["__proto__", (text: string) => text.replace('{"items":', '{"__proto__":{"price":"$9.00"},"items":')],
  ])("is refused for a file with a second %s, which a reviewer would read first", async (name, edit) => {
    await save();
    const text = JSON.stringify(await readQuote());
    expect(edit(text)).not.toBe(text);
    for (const command of [
      "quote show quote.json",
      "quote approve quote.json --by Ana",
      "quote buy quote.json --yes",
    ]) {
      await writeFile(join(home, "quote.json"), edit(text));
      const run = await swath(command, { home, stdinTTY: true, ask: async () => "875" });
      expectRefused(run, "INPUT_NOT_READABLE", JSON.parse(`"${name}"`) as string, 2);
    }
  });

  it.each([
    ["blanks", " "],
    ["no-break spaces", "\u00a0"],
    ["wide blanks", "\u3000"],
    ["blank patterns", "\u2800"],
  ])("P13 shows no forged line: a run of %s in a text of others is one blank", async (_name, blank) => {
    await save();
    const quote = await readQuote();
    const forged = `Ida${blank.repeat(300)}Total $9.00, at the usual place`;
    const edited = {
      ...quote,
      askedBy: { name: forged },
      lines: quote.lines.map((line) => ({ ...line, words: forged })),
    };
    await writeQuote({ ...edited, digest: computeDigest(edited) });
    const run = await swath("quote approve quote.json --by Ana", {
      home,
      stdinTTY: true,
      columns: 80,
      ask: async () => "1",
    });
    const show = await swath("quote show quote.json", { home, stdoutTTY: true, columns: 80 });
    for (const text of [run.stderr, show.stdout]) {
      expect(text).toContain("Ida Total $9.00");
      expect(text).not.toContain(blank === " " ? " ".repeat(60) : blank);
    }
  });

  it("never leaves a file that no run can read, and keeps a link to the file", async () => {
    await save();
    const before = await readQuote();
    await rename(join(home, "quote.json"), join(home, "real.json"));
    makeLink("real.json", join(home, "quote.json"));
    const person = { home, stdinTTY: true, ask: async () => "875" };
    const long = await swath(`quote approve quote.json --by ${"a".repeat(1001)}`, person);
    expect([long.exitCode, long.stderr]).toEqual([2, expect.stringContaining("(see approvals.0.by)")]);
    expect(await readQuote()).toEqual(before);
    expect((await swath("quote approve quote.json --by Ana", person)).exitCode).toBe(0);
    expect((await lstat(join(home, "quote.json"))).isSymbolicLink()).toBe(true);
    expect((await readQuote()).approvals).toMatchObject([{ by: "Ana" }]);
  });

  it("shows the request itself, and not the words of the quote", async () => {
    const quote = await save();
    const [item] = quote.order!.items;
    const order = { items: [{ ...item, license: "all" }], contractId: "c-9" };
    const forged = { ...quote, order, lines: [{ of: "a cheap item", price: "$875.00" }] };
    await writeQuote({ ...forged, digest: computeDigest(forged) });
    const { stderr } = await approve("875");
    expect(stderr).toContain(`"granuleId":"${first}","license":"all"`);
    expect(stderr).toContain('contractId: "c-9"');
    expect(stderr).not.toContain("a cheap item");
  });

  it("shows every member of an item, in whatever shape it is", async () => {
    const quote = await save();
    const items = [
      { productType: "GEO", collectIds: [{ x: 1 }] },
      { productType: "GEO", collectIds: ["c-1"], collectionId: "other" },
      { collectionId: "vendor-archive", granuleId: first, collectIds: ["c-1"] },
    ];
    const forged = { ...quote, order: { items } };
    await writeQuote({ ...forged, digest: computeDigest(forged) });
    const { stdout } = await swath("quote show quote.json --json", { home });
    expect((JSON.parse(stdout) as { parts: unknown }).parts).toEqual([
      { name: '{"collectIds":[{"x":1}],"productType":"GEO"}' },
      { name: '{"collectIds":["c-1"],"collectionId":"other","productType":"GEO"}' },
      { name: `{"collectIds":["c-1"],"collectionId":"vendor-archive","granuleId":"${first}"}` },
    ]);
  });

  it("by another key is necessary above approval.above, for every purchase", async () => {
    await swath("config set approval.above 500", { home });
    expect((await swath("config get approval.above", { home })).stdout).toContain("500");
    const place = await swath(
      `order place --item vendor-archive/${first} --item vendor-archive/${second} --yes`,
      {
        home,
      },
    );
    expectRefused(place, "APPROVAL_REQUIRED", /the price is \$875\.00, and a price above \$500/);
    expect(place.stderr).toMatch(new RegExp(`have it approved:\\s+swath ${REVIEW} --save quote\\.json\n`));
    const api = await swath(["api", "POST", "/orders", "--data", '{"items":[]}', "--yes"], { home });
    expectRefused(api, "APPROVAL_REQUIRED", "shows no price");
    expect(api.stderr).not.toMatch(/--save|Leave out/);
    const limited = await swath(
      ["api", "POST", "/orders", "--data", '{"items":[]}', "--yes", "--max-cost", "9"],
      {
        home,
      },
    );
    expect(limited.stderr).not.toMatch(/Leave out|Raise/);
    const unseen = await swath(`${TASK} --pre-approve --yes`, { home });
    expectRefused(unseen, "APPROVAL_REQUIRED", "Leave out --pre-approve, which skips the price");
    expect((await swath(`order place --item vendor-archive/${third} --yes`, { home })).exitCode).toBe(0);

    const saved = await swath(`${REVIEW} --save quote.json`, { home });
    expect(saved.stderr).toContain("Have it approved: swath quote approve quote.json --by <name>");
    expectRefused(
      await swath(BUY, { home }),
      "APPROVAL_REQUIRED",
      "Have it approved: swath quote approve quote.json --by <name>\n",
    );
    const approver = await tempHome();
    const key = await keyOf(approver);
    const signed = await approve("$875.00", { machine: approver });
    expect(signed.stderr).toContain("Approved: $875.00\n");
    expect(signed.stderr).toContain(": swath quote buy quote.json\n");
    expect(signed.stderr).toContain(`: swath config set approval.keys ${key}\n`);
    expect(signed.stdout).toContain("(with the key of this machine)");
    expect(signed.stdout).toContain("to be bought where it was made");
    const distrusted = await swath(BUY, { home });
    expectRefused(
      distrusted,
      "APPROVAL_REQUIRED",
      `"Ana" has approved it with the key ${key}, which is not in`,
    );
    const [, trust = ""] =
      /confirms it:\s+swath (config set approval\.keys \S+)/.exec(distrusted.stderr) ?? [];
    expect((await swath("quote show quote.json", { home })).stdout).toContain("not in approval.keys");
    await swath(trust, { home });
    expect((await swath("quote show quote.json", { home })).stdout).toContain("Ana at");
    const bought = await swath(BUY, { home });
    expect(bought.exitCode, bought.stderr).toBe(0);
  });

  it("of the buyer, of the requester's key or name, and of an edited quote does not count", async () => {
    await swath("config set approval.above 500", { home });
    const own = await keyOf(home);
    await swath(`config set approval.keys ${own}`, { home });
    const quote = await save();
    await approve("875", { machine: home, by: "Ana" });
    expectRefused(await swath(BUY, { home }), "APPROVAL_REQUIRED", 'The approval by "Ana" does not count');

    const approver = await tempHome();
    await writeQuote(quote);
    await approve("875", { machine: approver, by: quote.askedBy.name.toUpperCase() });
    await swath(`config set approval.keys ${await keyOf(approver)}`, { home });
    expectRefused(await swath(BUY, { home }), "APPROVAL_REQUIRED", "above");

    await writeQuote(quote);
    await approve("875", { machine: approver, by: "Ana" });
    const approved = await readQuote();
    const renamed = { ...approved, approvals: approved.approvals.map((one) => ({ ...one, by: "Bea" })) };
    await writeQuote(renamed);
    expectRefused(await swath(BUY, { home }), "APPROVAL_REQUIRED", "above");
    const dearer = { ...approved, profile: "another" };
    await writeQuote({ ...dearer, digest: computeDigest(dearer) });
    expectRefused(await swath(BUY, { home }), "APPROVAL_REQUIRED", "above");
    await writeQuote(approved);
    expect((await swath(BUY, { home })).exitCode).toBe(0);
  });
});

describe("REACH-11 approval.keys", () => {
  const ANA = "ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
  const BEA = "ed25519:PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw";
  const keys = async (): Promise<unknown> =>
    (JSON.parse((await swath("config get approval.keys --json", { home })).stdout) as { value: unknown })
      .value;

  it("has each key that was set, and set reports the others; unset removes one, or all", async () => {
    await swath(`config set approval.keys ${ANA}`, { home });
    const second = await swath(`config set approval.keys ${BEA}`, { home });
    expect(second.stderr).toContain("approval.keys, which now has 2 values");
    expect(await keys()).toBe(`${ANA},${BEA}`);
    await swath(`config set approval.keys ${BEA},${ANA}`, { home });
    expect(await keys()).toBe(`${ANA},${BEA}`);
    await swath(`config unset approval.keys ${ANA}`, { home });
    expect(await keys()).toBe(BEA);
    await swath(`config unset approval.keys ${BEA}`, { home });
    expect(await keys()).toBeNull();
    await swath(`config set approval.keys ${ANA},${BEA}`, { home });
    await swath("config unset approval.keys", { home });
    expect(await keys()).toBeNull();
  });

  it("a key to remove that it does not have is an error, and so is a value of another setting", async () => {
    await swath(`config set approval.keys ${ANA}`, { home });
    expectRefused(
      await swath(`config unset approval.keys ${BEA}`, { home }),
      "CONFIG_INVALID",
      "does not have",
      2,
    );
    expectRefused(await swath("config unset timeout 5s", { home }), "USAGE", "timeout has one value", 2);
    expect(await keys()).toBe(ANA);
    await swath(`config set approval.keys ${BEA} --dry-run`, { home });
    expect(await keys()).toBe(ANA);
  });

  it("a list that was damaged by hand is replaced with a warning", async () => {
    await swath(`config set approval.keys ${ANA}`, { home });
    const file = (JSON.parse((await swath("config path --json", { home })).stdout) as { config: string })
      .config;
    await writeFile(file, (await readFile(file, "utf8")).replace(ANA, "ed25519:damaged"));
    const run = await swath(`config set approval.keys ${BEA}`, { home });
    expect(run.stderr).toContain("the earlier value of approval.keys could not be read, and was replaced");
    expect(await keys()).toBe(BEA);
  });

  it("two processes that add a key at the same time keep both", async () => {
    await Promise.all([ANA, BEA].map((key) => swath(`config set approval.keys ${key}`, { home })));
    expect(
      String(await keys())
        .split(",")
        .toSorted(),
    ).toEqual([ANA, BEA].toSorted());
  });
});

describe("REACH-10 a quote without a known requester", () => {
  it("says how the name is set, and shows none", async () => {
    const env = { USER: "", LOGNAME: "", USERNAME: "", GITHUB_ACTOR: "" };
    const saved = await swath(`${REVIEW} --save quote.json`, { home, env });
    expect(saved.stderr).toContain("set the variable USER to your name");
    expect((await swath("quote show quote.json", { home })).stdout).not.toContain("Asked for by");
  });
});

describe("REACH-12 a quote as Markdown", () => {
  it("names the items and links to their public pictures, never to signed ones", async () => {
    await save();
    const signed = await swath("quote show quote.json --markdown", { home });
    expect(signed.exitCode, signed.stderr).toBe(0);
    expect(signed.stdout).toContain("### Quote: <code>$875.00</code>");
    for (const item of [first, second])
      expect(signed.stdout).toContain(`<code>vendor-archive/${item}</code>`);
    expect(signed.stdout).not.toContain("signature=");
    expect(signed.stdout).not.toContain("<a ");
    const published = changingText(
      send,
      () => true,
      (text) => text.replaceAll(/\?expires=[^"]*/g, ""),
    );
    const { stdout, stderr } = await swath("quote show quote.json --markdown", { home, send: published });
    expect(stderr).toBe("");
    expect(stdout.match(/<a href="https:\/\/sar\.example\/[^"?]*">picture<\/a>/g)).toHaveLength(2);
  });

  it("P13 has texts of the file without markup, mentions and new lines", async () => {
    const quote = await save();
    const askedBy = { name: "<img src=x>\n@everyone **bold** </code>" };
    const forged = { ...quote, askedBy };
    await writeQuote({ ...forged, digest: computeDigest(forged) });
    const { stdout } = await swath("quote show quote.json --markdown", { home });
    const line = stdout.split("\n").find((one) => one.includes("everyone"));
    expect(line).toMatch(
      /^- Asked for by: <code>&lt;img src=x&gt;.*@everyone \*\*bold\*\* &lt;\/code&gt;<\/code>$/,
    );
  });
});
