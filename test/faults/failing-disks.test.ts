/** P2 P16 P20 disks that fail in ways that need no root: full, over quota, broken, closed, limited. */
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMAND, shell, swath } from "../e2e/swath.ts";
import { sha256 } from "../sha256.ts";
import { itemOf, ordered, SCENE, sendObject, signed } from "./data-host.ts";
import { hostileServer, type Misbehave } from "./hostile-server.ts";
import { goodReply, spendingService } from "./spending-service.ts";
import { json, say } from "./reply.ts";
import { expectClearFailure, homeFolder, KEY, runAll } from "./matrix.ts";
import { isOf, SPENDERS } from "./spenders.ts";

const PRELOAD = `--require ${resolve(import.meta.dirname, "failing-disk.cjs")}`;
const SWATH = COMMAND.join(" ");
const ARGS = ["order", "download", "o-1", "--out-dir", "out", "--retries", "1"];
const serve = ordered((origin) => [itemOf({ HH: { href: signed(origin) } })], sendObject());

async function finals(home: string): Promise<string[]> {
  const entries = await readdir(join(home, "out"), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter(({ name }) => name.endsWith(".tif") && !name.startsWith("."));
  return Promise.all(files.map(async (entry) => sha256(await readFile(join(entry.parentPath, entry.name)))));
}

const DOWNLOADS = [
  { code: "ENOSPC", exit: 14, words: "no space is left on the disk" },
  { code: "EDQUOT", exit: 14, words: "the disk quota is used up" },
  { code: "EIO", exit: 14, words: "the disk reported an I/O error" },
  { code: "EROFS", exit: 14, words: "the file system is read-only" },
  { code: "EACCES", exit: 14, words: "permission denied" },
  { code: "EMFILE", exit: 14, words: "too many open files\n  Raise the limit (ulimit -n 1024)" },
].map((row) => ({ ...row, title: row.code }));

describe("P20 a download onto a disk that fails with", () => {
  const seenOf = runAll(DOWNLOADS, ({ code }) => ({
    args: ARGS,
    serve,
    env: { NODE_OPTIONS: PRELOAD, DISK_CODE: code, DISK_UNDER: "/out", DISK_BYTES: "65536" },
    again: ARGS,
  }));
  it.each(DOWNLOADS)("$title reports it, leaves nothing partial, and completes afterwards", async (row) => {
    const seen = await seenOf(row);
    expect(seen.code, seen.stderr).toBe(row.exit);
    expect(seen.stderr).toContain(row.words);
    expect(seen.stderr).not.toContain(KEY);
    expect(seen.again?.code, seen.again?.stderr).toBe(0);
    expect(await finals(seen.home)).toEqual([sha256(SCENE)]);
  });
});

describe("P20 a limit on the size of files (ulimit -f)", () => {
  it.runIf(process.platform !== "win32")(
    "is reported, leaves no incomplete file, and after it is removed a rerun completes",
    async () => {
      const home = await homeFolder();
      await using server = await hostileServer(serve);
      const env = { SWATH_BASE_URL: server.url, SWATH_API_KEY: KEY };
      const limited = await shell(`ulimit -f 64; swath ${ARGS.join(" ")}`, { home, env });
      expect(limited.code, limited.stderr).not.toBe(0);
      expect(limited.stderr).toContain("the file is too large for the file system");
      expect(await finals(home)).toEqual([]);
      const again = await swath(ARGS, { home, env });
      expect(again.code, again.stderr).toBe(0);
      expect(await finals(home)).toEqual([sha256(SCENE)]);
    },
  );

  it.runIf(process.platform !== "win32")(
    "P16 on the result is a failure, even after some output",
    async () => {
      const home = await homeFolder();
      const features = Array.from({ length: 200 }, (_, index) => ({
        type: "Feature",
        id: `taveuni-${index}`,
      }));
      await using server = await hostileServer(say(json({ type: "FeatureCollection", features, links: [] })));
      const env = { SWATH_BASE_URL: server.url, SWATH_API_KEY: KEY };
      const line = "ulimit -f 8; swath catalog search --limit 200 --json > result.json";
      const { code, stderr } = await shell(line, { home, env });
      expect(code, stderr).toBe(14);
      expect(stderr).toContain("OUTPUT_WRITE_FAILED");
      expect(stderr).toContain("EFBIG");
    },
  );

  it.runIf(process.platform !== "win32")(
    "on the sandbox's store is reported as a fault of the disk",
    async () => {
      const home = await homeFolder();
      const { code, stderr } = await shell("ulimit -f 8; swath catalog search --sandbox --limit 1", { home });
      expect(code, stderr).toBe(14);
      expect(stderr).toMatch(/the sandbox store .*DISK_WRITE_FAILED/s);
      expect((await shell("swath catalog search --sandbox --limit 1", { home })).code).toBe(0);
    },
  );
});

/** Root may write to unwritable folders; without these rights it is an ordinary user. */
const PLAIN = process.getuid?.() === 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search" : "";

describe("an unwritable folder", () => {
  const locked = async (run: (home: string) => Promise<void>): Promise<void> => {
    const home = await homeFolder();
    await mkdir(join(home, "locked"), { mode: 0o500 });
    await run(home).finally(() => chmod(join(home, "locked"), 0o700));
    expect(await readdir(join(home, "locked"))).toEqual([]);
  };

  it("P20 a download into it exits 14", () =>
    locked(async (home) => {
      await using server = await hostileServer(serve);
      const env = { SWATH_BASE_URL: server.url, SWATH_API_KEY: KEY };
      const words = "order download o-1 --out-dir locked --retries 1";
      const { code, stderr } = await shell(`${PLAIN} $SWATH ${words}`, { home, env: { ...env, SWATH } });
      expect(code, stderr).toBe(14);
      expect(stderr).toContain("permission denied");
    }));

  it("P2 a journal in it: nothing is sent", () =>
    locked(async (home) => {
      await using server = await hostileServer(serve);
      const env = { SWATH_BASE_URL: server.url, SWATH_API_KEY: KEY, XDG_STATE_HOME: join(home, "locked") };
      const words = "order place --item c/a --yes";
      const { code, stderr } = await shell(`${PLAIN} $SWATH ${words}`, { home, env: { ...env, SWATH } });
      expect(code, stderr).toBe(14);
      expect(stderr).toContain("JOURNAL_UNWRITABLE");
      expect(server.asked).toEqual([]);
    }));
});

describe("an unreadable folder", () => {
  it("P20 inside a verified folder is reported as foreign; inside a searched one it is an error", async () => {
    const home = await homeFolder();
    await using server = await hostileServer(serve);
    const env = { SWATH_BASE_URL: server.url, SWATH_API_KEY: KEY, SWATH };
    expect((await swath([...ARGS], { home, env })).code).toBe(0);
    await mkdir(join(home, "out", "closed"), { mode: 0 });
    const verified = await shell(`${PLAIN} $SWATH verify out`, { home, env });
    const searched = await shell(`${PLAIN} $SWATH export query out`, { home, env });
    await chmod(join(home, "out", "closed"), 0o700);
    expect(verified.code, verified.stderr).toBe(0);
    expect(verified.stderr).toContain(" out: closed/");
    expect(searched.code, searched.stderr).toBe(2);
    expect(searched.stderr).toContain("out/closed: the folder cannot be read (EACCES)");
  });
});

describe("an unreadable picture", () => {
  it("MAP-06 is a card that reports it, and the gallery is written", async () => {
    const home = await homeFolder();
    await mkdir(join(home, "out"));
    const line = { name: "p.png", size: 3, item: "A", asset: "preview", verified: [], time: "" };
    await writeFile(join(home, "out", "swath-manifest.ndjson"), `${JSON.stringify(line)}\n`);
    await writeFile(join(home, "out", "p.png"), "abc", { mode: 0 });
    const { code, stderr } = await shell(`${PLAIN} $SWATH gallery out`, { home, env: { SWATH } });
    expect(code, stderr).toBe(0);
    const page = await readFile(join(home, "out", "swath-gallery.html"), "utf8");
    expect(page).toContain("it cannot be read (EACCES)");
  });
});

/** The files of a claim, in the order in which they are written. */
const WRITES = ["the record", "the lock"] as const;
const CODES = ["ENOSPC", "EDQUOT", "EIO", "EFBIG"];
const journals = SPENDERS.flatMap((spender, index) =>
  WRITES.map((write, at) => {
    const code = CODES[(index + at) % CODES.length]!;
    return { title: `${spender.title}: ${code} while ${write} is written`, spender, code, at };
  }),
).concat(SPENDERS.map((spender) => ({ title: `${spender.title}: EROFS`, spender, code: "EROFS", at: 0 })));

describe("P2 a journal that cannot be written: nothing is sent", () => {
  const seenOf = runAll(journals, ({ spender, code, at }) => ({
    args: spender.args,
    serve: spendingService(spender, goodReply(spender), true).serve,
    env: { NODE_OPTIONS: PRELOAD, DISK_CODE: code, DISK_UNDER: "/journal", DISK_FILES: String(at) },
    again: spender.args,
  }));
  it.each(journals)("$title", async (row) => {
    const seen = await seenOf(row);
    expectClearFailure(seen);
    expect(seen.code, seen.stderr).toBe(14);
    expect(seen.stderr).toContain("JOURNAL_UNWRITABLE");
    expect(seen.asked.filter(isOf(row.spender))).toEqual([]);
    expect(seen.again?.code, seen.again?.stderr).toBe(0);
    expect(seen.again?.asked.filter(isOf(row.spender)).length).toBe(1);
  });
});

describe("P3 an outcome that cannot be written", () => {
  const rows = SPENDERS.map((spender, index) => ({
    title: spender.title,
    spender,
    code: CODES[index % CODES.length]!,
  }));
  const seenOf = runAll(rows, ({ spender, code }) => ({
    args: spender.args,
    serve: spendingService(spender, goodReply(spender), true).serve,
    env: { NODE_OPTIONS: PRELOAD, DISK_CODE: code, DISK_UNDER: "/journal", DISK_FILES: "2" },
    again: spender.args,
  }));
  it.each(rows)(
    "$title: the id and the record go to stderr, and the request is not repeated",
    async (row) => {
      const seen = await seenOf(row);
      expect(seen.asked.filter(isOf(row.spender)).length).toBe(1);
      expect(seen.stderr).toContain("could not be saved in the journal; keep this line");
      const record = JSON.parse(/keep this line: (\{.*\})/.exec(seen.stderr)![1]!) as Record<string, string>;
      expect(record).toMatchObject({ state: "confirmed" });
      expect(seen.stdout).toContain(record["resultId"]);
      expect(seen.journal).toMatchObject([{ state: "sending" }]);
      // The journal has no answer: it is looked up, or it blocks.
      expect(seen.again?.asked.filter(isOf(row.spender))).toEqual([]);
      expect(seen.again?.code, seen.again?.stderr).toBe(row.spender.foundBy === "nothing" ? 13 : 0);
    },
  );
});

const JOURNAL = ".local/state/swath/journal";

/** What happens to the journal while the request is on its way, and where the outcome is afterwards. */
const FATES: [string, (journal: string) => Promise<unknown>, "on disk" | "on stderr"][] = [
  ["is removed", (journal) => rm(journal, { recursive: true }), "on stderr"],
  [
    "is replaced by an empty folder",
    (journal) => rename(journal, `${journal}.old`).then(() => mkdir(journal)),
    "on disk",
  ],
  [
    "is replaced by a file",
    (journal) => rename(journal, `${journal}.old`).then(() => writeFile(journal, "")),
    "on stderr",
  ],
  ["loses the record", async (journal) => rm(join(journal, await recordName(journal))), "on disk"],
  [
    "has a folder in the place of the record",
    async (journal) => {
      const name = await recordName(journal);
      await rename(join(journal, name), join(journal, `${name}.old`));
      await mkdir(join(journal, name));
    },
    "on stderr",
  ],
];

const recordName = async (journal: string): Promise<string> =>
  (await readdir(journal)).find((name) => name.endsWith("-1.json"))!;

describe("P3 while a request is on its way, the journal", () => {
  it.each(FATES)("%s: its outcome is not lost", async (_title, happen, where) => {
    const home = await homeFolder();
    const [spender] = SPENDERS;
    const good = goodReply(spender!);
    const slow: Misbehave = (socket, asked, count) =>
      void happen(join(home, JOURNAL)).then(() => good(socket, asked, count));
    await using server = await hostileServer(spendingService(spender!, slow, true).serve);
    const env = { SWATH_BASE_URL: server.url, SWATH_API_KEY: KEY };
    const { code, stdout, stderr } = await swath([...spender!.args], { home, env });
    expect([code, stdout], stderr).toEqual([0, expect.stringContaining("o-new-1")]);
    expect(server.asked.filter(isOf(spender!)).length).toBe(1);
    const kept = where === "on stderr" ? /keep this line: (\{.*\})/.exec(stderr)?.[1] : undefined;
    const text = kept ?? (await readFile(join(home, JOURNAL, await recordName(join(home, JOURNAL))), "utf8"));
    expect(JSON.parse(text)).toMatchObject({ state: "confirmed", resultId: "o-new-1" });
    expect(stderr.includes("keep this line"), stderr).toBe(where === "on stderr");
  });
});
