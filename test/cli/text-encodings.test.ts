/** Texts of people and other programs: UTF-8, and UTF-16 with a byte order mark. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { BASE_URL, tempHome, type Run, type Surroundings } from "./world.ts";

const bench = await openBench();
let home = "";

beforeEach(async () => {
  home = await tempHome();
});

const swath = (argv: string | readonly string[], given: Surroundings = {}): Promise<Run> =>
  bench.swath(argv, { home, ...given });
const ids = async (): Promise<string[]> => {
  const found = await swath("catalog search --limit 2 --output id");
  return found.stdout.trim().split("\n");
};

/** Line ends as programs of Windows write them. */
const toLittleEndian = (text: string): Buffer =>
  Buffer.from(`\ufeff${text.replaceAll("\n", "\r\n")}`, "utf16le");
const ENCODINGS: readonly (readonly [name: string, encode: (text: string) => Buffer])[] = [
  ["UTF-8 with a byte order mark", (text) => Buffer.from(`\ufeff${text}`)],
  ["UTF-16, little-endian", toLittleEndian],
  ["UTF-16, big-endian", (text) => toLittleEndian(text).swap16()],
];

describe.each(ENCODINGS)("P25 DESK-23 %s is read:", (_name, encode) => {
  const write = (name: string, text: string): Promise<void> => writeFile(join(home, name), encode(text));

  it("a body, an area and WKT", async () => {
    const body = await swath("catalog search --data - --json", { stdin: encode('{"limit": 3}\n') });
    expect([body.exitCode, body.requests[0]?.body], body.stderr).toMatchObject([0, { limit: 3 }]);
    await write("area.wkt", "POLYGON((-9.5 38.5,\n-9 38.5,\n-9 39,\n-9.5 39,\n-9.5 38.5))\n");
    const area = await swath("catalog search --file area.wkt --json");
    expect([area.exitCode, area.requests[0]?.body], area.stderr).toMatchObject([
      0,
      { intersects: { type: "Polygon" } },
    ]);
  });

  it("items to order, and a body that is sent as it is", async () => {
    const items = (await swath("catalog search --limit 1 --output order-items")).stdout;
    const review = await swath("order review --items - --json", { stdin: encode(items) });
    expect(review.exitCode, review.stderr).toBe(0);
    await write("search.json", '{"limit": 1}');
    const api = await swath("api POST /catalog/search --data @search.json");
    expect([api.exitCode, api.requests[0]?.body], api.stderr).toEqual([0, { limit: 1 }]);
  });

  it("ids", async () => {
    const all = await ids();
    const found = await swath("catalog search --id - --output id", { stdin: encode(`${all.join("\n")}\n`) });
    expect([found.exitCode, found.stdout.trim().split("\n").toSorted()], found.stderr).toEqual([
      0,
      all.toSorted(),
    ]);
  });

  it("names of export files", async () => {
    const name = "2026/10/vendor_archive_export_2026-03-02_2026-03-08.gpkg";
    const run = await swath("export links --type weekly --file-name -", { stdin: encode(`${name}\n`) });
    expect([run.exitCode, run.requests.at(-1)?.body], run.stderr).toMatchObject([0, { fileNames: [name] }]);
  });

  it("keys and passwords", async () => {
    const env = { SWATH_API_KEY: undefined };
    await write("key", `${bench.member.apiKey}\n`);
    const file = await swath("catalog search --limit 1 --api-key-file key", { env });
    expect(file.exitCode, file.stderr).toBe(0);
    const stdin = await swath("catalog search --limit 1 --api-key-file -", {
      env,
      stdin: encode(bench.member.apiKey),
    });
    expect(stdin.exitCode, stdin.stderr).toBe(0);
    const login = await swath(["auth", "login", "--api-key-stdin", "--no-check", "--base-url", BASE_URL], {
      env,
      stdin: encode("k-0123456789abcdef\n"),
    });
    expect(login.exitCode, login.stderr).toBe(0);
    const stored = await readFile(join(home, ".config", "swath", "credentials.json"), "utf8");
    expect(stored).toContain('"apiKey": "k-0123456789abcdef"');
    const token = await swath(["auth", "token", "--username", bench.member.username, "--password-stdin"], {
      stdin: encode(`${bench.member.password}\n`),
    });
    expect(token.exitCode, token.stderr).toBe(0);
  });

  it("settings, which stay when one is set, and stored keys", async () => {
    const env = { SWATH_API_KEY: undefined, SWATH_BASE_URL: undefined };
    const folder = join(home, ".config", "swath");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const profile = { baseUrl: BASE_URL, timeout: "7s" };
    await writeFile(join(folder, "config.json"), encode(JSON.stringify({ profiles: { default: profile } })));
    const origins = { [new URL(BASE_URL).origin]: { default: { apiKey: bench.member.apiKey } } };
    const secrets = encode(JSON.stringify({ version: 1, origins }, undefined, 2));
    await writeFile(join(folder, "credentials.json"), secrets, { mode: 0o600 });
    const found = await swath("catalog search --limit 1", { env });
    expect(found.exitCode, found.stderr).toBe(0);
    const set = await swath("config set concurrency 3", { env });
    expect(set.exitCode, set.stderr).toBe(0);
    const { profiles } = JSON.parse(await readFile(join(folder, "config.json"), "utf8")) as {
      profiles: { default: object };
    };
    expect(profiles.default).toMatchObject(profile);
  });

  it("the file of a deployment", async () => {
    await write(
      "acme.json",
      JSON.stringify({ swathDeployment: 1, name: "acme", dialect: { vendorPrefix: "acme" } }),
    );
    const file = await swath("config import acme.json --profile a");
    expect([file.exitCode, file.stdout], file.stderr).toEqual([0, expect.stringContaining("= acme")]);
    const login = await swath(
      ["auth", "login", "--api-key-stdin", "--no-check", "--base-url", BASE_URL, "--deployment", "acme.json"],
      { stdin: "k-0123456789abcdef", env: { SWATH_API_KEY: undefined } },
    );
    expect(login.exitCode, login.stderr).toBe(0);
  });
});

describe("P25 DESK-23 a text in another encoding is refused before anything is sent:", () => {
  const withoutMark = (text: string): Buffer => Buffer.from(text, "utf16le");

  it.each([
    ["ids", "catalog search --id -", withoutMark("2d720478\r\nabc\r\n"), "UTF-16"],
    ["ids", "order get -", Buffer.from([0x61, 0xe9, 0x62, 0x0a]), "not UTF-8"],
    ["names", "export links --type weekly --file-name -", withoutMark("2026/10/x.gpkg"), "UTF-16"],
    ["a key", "catalog search --api-key-file -", withoutMark("k-0123456789"), "UTF-16"],
    ["a password", "auth token --username ana --password-stdin", withoutMark("secret"), "UTF-16"],
    ["an id that lost a letter", "order get -", "2d72\ufffd0478\n", "conversion"],
    ["an id with a zero byte", "order wait -", "2d720478\n\nab\0cd\n", "conversion"],
    ["cut UTF-16", "catalog search --id -", toLittleEndian("abc").subarray(0, -1), "not UTF-16LE"],
  ])("%s, %s", async (_title, line, stdin, said) => {
    const run = await swath(line, { stdin });
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain("code INPUT_NOT_READABLE");
    expect(run.stderr).toContain(said);
    expect(run.stderr).not.toContain("0123456789");
  });
});
