/** Anything in the place of the journal's files, or among them: nothing hangs, and nothing is bought again without a word. */
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { makeLink, makeLinkToEndlessDevice, makePipe, IS_WINDOWS } from "../this-system.ts";
import { openBench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";
import { tempHome, type Run } from "./world.ts";

const { swath } = await openBench({ archiveSize: 200 });
const found = await swath("catalog search --product-type GEO --limit 2 --output id");
const [first = "", second = ""] = found.stdout.trim().split("\n");
const PLACE = `order place --item vendor-archive/${first} --yes`;

let home: string;
let journal: string;
beforeEach(async () => {
  home = await tempHome();
  journal = join(home, ".local/state/swath/journal");
});

const placed = ({ requests }: Run): number =>
  requests.filter(({ method, path }) => method === "POST" && path === "/orders").length;
const recordName = (): string => readdirSync(journal).find((name) => /^[0-9a-f]{16}-1\.json$/.test(name))!;

const HUGE = 5 * 1024 ** 3;
const THINGS: Record<string, (path: string) => void> = {
  "a pipe that nobody writes": makePipe,
  "a link to an endless device": makeLinkToEndlessDevice,
  "a file of 5 GiB": (path) => {
    writeFileSync(path, "");
    truncateSync(path, HUGE);
  },
  "a folder": (path) => mkdirSync(path),
};
const each = Object.keys(THINGS).map((title) => [title] as const);

describe("P14 P17 in the place of a file of the journal", () => {
  it.each(each)("%s as the index: it is replaced, or left out", async (title) => {
    await swath(PLACE, { home });
    rmSync(`${journal}.index`, { force: true });
    THINGS[title]!(`${journal}.index`);
    expect((await swath("journal list --output id", { home })).stdout.trim().split("\n")).toHaveLength(1);
    const again = await swath(PLACE, { home });
    expect([again.exitCode, placed(again)]).toEqual([12, 0]);
    expect((await swath(`order place --item vendor-archive/${second} --yes`, { home })).exitCode).toBe(0);
    const [{ id }] = JSON.parse((await swath("journal list --json", { home })).stdout) as [{ id: string }];
    expect(
      (await swath(`journal resolve ${recordName().slice(0, -5)} --price '$1.00'`, { home })).exitCode,
    ).toBe(0);
    expect(id).toBeTruthy();
  });

  it.each(each)("%s as the id: a quote is refused", async (title) => {
    await swath(`order review --item vendor-archive/${first} --save q.json`, { home });
    rmSync(`${journal}.id`);
    THINGS[title]!(`${journal}.id`);
    const run = await swath("quote buy q.json --yes", { home });
    expect(placed(run)).toBe(0);
    expect([12, 14]).toContain(run.exitCode);
  });

  it.each(each)(
    "%s as the lock: nothing is bought, and the error names it, or the lock is taken over",
    async (title) => {
      mkdirSync(journal, { recursive: true });
      THINGS[title]!(join(journal, ".lock"));
      const run = await swath(PLACE, { home });
      // A file without a holder is what a full disk leaves: it is taken over.
      if (title === "a file of 5 GiB") return expect([run.exitCode, placed(run)], run.stderr).toEqual([0, 1]);
      expect([run.exitCode, placed(run)]).toEqual([14, 0]);
      expect(run.stderr).toContain(join(journal, ".lock"));
    },
  );

  it.each(each)("%s in the place of a released lock: it is no obstacle", async (title) => {
    mkdirSync(journal, { recursive: true });
    THINGS[title]!(join(journal, ".unlocked"));
    expect((await swath(PLACE, { home })).exitCode).toBe(0);
    const run = await swath(`order place --item vendor-archive/${second} --yes`, { home });
    expect([run.exitCode, placed(run)], run.stderr).toEqual([0, 1]);
    expect((await swath("journal list --json", { home })).stderr).toBe("");
  });

  it.each(each)("%s as a record: nothing is bought, and it is named", async (title) => {
    mkdirSync(journal, { recursive: true });
    THINGS[title]!(join(journal, "0123456789abcdef-1.json"));
    const run = await swath(PLACE, { home });
    expect([run.exitCode, placed(run)]).toEqual([13, 0]);
    expect(run.stderr).toContain("0123456789abcdef-1.json");
  });

  it("a record with a path that cannot be decoded is listed, and stops no other purchase", async () => {
    await swath(PLACE, { home });
    const record = JSON.parse(readFileSync(join(journal, recordName()), "utf8")) as object;
    const odd = {
      ...record,
      id: "0123456789abcdef-1",
      kind: "orderTask",
      path: "/orders/task/%zz",
      body: undefined,
    };
    for (const [at, state] of ["unknown", "confirmed"].entries()) {
      const id = `0123456789abcde${at}-1`;
      writeFileSync(join(journal, `${id}.json`), JSON.stringify({ ...odd, id, state, resultId: "o-1" }));
    }
    for (const words of ["journal list", "order list", "spend", "status"])
      expect((await swath(words, { home })).stderr).not.toContain("INTERNAL");
    const task =
      "task create --point -9.14,38.69 --window-open +1d --window 7d --tier standard --type spotlight";
    expect((await swath(task, { home })).exitCode).toBe(0);
  });
});

describe("ORDER-18 P1 a file among the records that has not the name of one", () => {
  /** How somebody renames a record. */
  const renamed = fc.oneof(
    fc.constantFrom<(name: string) => string>(
      (name) => `${name}.bak`,
      (name) => `${name}~`,
      (name) => name.replace(".json", " (1).json"),
      (name) => name.replace(".json", ".sync-conflict-20260310.json"),
      // Windows has one file for both names.
      ...(IS_WINDOWS ? [] : [(name: string) => name.toUpperCase()]),
      (name) => `Copy of ${name}`,
      (name) => `.${name}.swp`,
      () => "orders.json",
      () => "backup.bak",
    ),
  );
  const contents = fc.constantFrom<(path: string) => void>(
    () => {},
    (path) => writeFileSync(path, readFileSync(path, "utf8").slice(0, 300)),
  );

  it("is a record under another name, whole or cut off: nothing is bought, and it is named", async () => {
    await fc.assert(
      fc.asyncProperty(renamed, contents, async (rename, damage) => {
        home = await tempHome();
        journal = join(home, ".local/state/swath/journal");
        await swath(PLACE, { home });
        const [from, to] = [recordName(), rename(recordName())];
        renameSync(join(journal, from), join(journal, to));
        damage(join(journal, to));
        const run = await swath(`${PLACE} --json`, { home });
        expect([run.exitCode, placed(run)], to).toEqual([13, 0]);
        expect(errorOf(run)).toMatchObject({ code: "INTENT_OPEN", files: [join(journal, to)] });
        expect((await swath("journal list", { home })).stderr).toContain(to);
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ["whose outcome a person found", "--order-id o-9 --no-validate", 1],
    ["that a person marked as not created", "--not-created", 0],
  ])("%s blocks no longer", async (_title, finding, records) => {
    await swath(PLACE, { home });
    const name = recordName();
    renameSync(join(journal, name), join(journal, `${name}.bak`));
    const shown = await swath(`journal show ${name}.bak`, { home });
    expect(shown.stderr).toContain(`it was renamed, and can be renamed back to ${name}`);
    expect((await swath(`journal resolve ${name}.bak ${finding}`, { home })).exitCode).toBe(0);
    expect(readdirSync(journal).filter((file) => file.endsWith(".json"))).toHaveLength(records);
    const other = await swath(`order place --item vendor-archive/${second} --yes`, { home });
    expect([other.exitCode, placed(other)], other.stderr).toEqual([0, 1]);
  });

  it("is renamed back, and is a record again", async () => {
    await swath(PLACE, { home });
    const name = recordName();
    renameSync(join(journal, name), join(journal, `${name}.bak`));
    expect((await swath(PLACE, { home })).exitCode).toBe(13);
    renameSync(join(journal, `${name}.bak`), join(journal, name));
    expect((await swath(PLACE, { home })).exitCode).toBe(12);
  });

  it("is a copy of a record that is there, or of another kind: it blocks nothing", async () => {
    await swath(PLACE, { home });
    const name = recordName();
    copyFileSync(join(journal, name), join(journal, `${name}.bak`));
    writeFileSync(join(journal, "notes.txt"), "order the GEO again in May");
    writeFileSync(join(journal, "desktop.ini"), "");
    writeFileSync(join(journal, "settings.json"), "{}");
    mkdirSync(join(journal, "old"));
    const run = await swath(`order place --item vendor-archive/${second} --yes`, { home });
    expect([run.exitCode, placed(run)], run.stderr).toEqual([0, 1]);
  });

  it.each<[string, (record: string) => void]>([
    [
      "the attributes that macOS copies",
      (name) => writeFileSync(join(journal, `._${name}`), "\0\x05\x16\x07\0\x02"),
    ],
    ["the lock of an editor", (name) => makeLink("ada@host.4711:1", join(journal, `.#${name}`))],
    ["the swap file of an editor", (name) => writeFileSync(join(journal, `.${name}.swp`), "b0VIM 9.0\0\0")],
  ])("is %s, with the name of a record in its own: it blocks nothing", async (_what, write) => {
    await swath(PLACE, { home });
    write(recordName());
    const run = await swath(`order place --item vendor-archive/${second} --yes`, { home });
    expect([run.exitCode, placed(run)], run.stderr).toEqual([0, 1]);
  });

  it("is another record with the id of one that is there, as two merged folders have: it blocks", async () => {
    await swath(PLACE, { home });
    const name = recordName();
    const record = JSON.parse(readFileSync(join(journal, name), "utf8")) as { preparedAt: number };
    const other = { ...record, preparedAt: record.preparedAt - 1000 };
    writeFileSync(join(journal, name.replace(".json", " (1).json")), JSON.stringify(other));
    const run = await swath(`order place --item vendor-archive/${second} --yes`, { home });
    expect([run.exitCode, placed(run)]).toEqual([13, 0]);
    expect(run.stderr).toContain("another record has its id");
  });
});
