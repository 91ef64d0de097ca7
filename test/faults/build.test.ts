/** What is published can be built again, byte for byte, and says whose code is in it. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";

const ROOT = resolve(import.meta.dirname, "../..");
const folders: string[] = [];

async function build(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "swath-build-"));
  folders.push(folder);
  const program = join(ROOT, "node_modules/.bin/rolldown");
  await promisify(execFile)(program, ["-c", "rolldown.config.mjs", "-d", folder], { cwd: ROOT });
  return folder;
}

async function hashesOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const hashes = names.map(async (name) => {
    const bytes = await readFile(join(folder, name));
    return [name, createHash("sha256").update(bytes).digest("hex")] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

interface Sbom {
  bomFormat: string;
  components: { name: string; version: string }[];
}

let first = "";
let second = "";

beforeAll(async () => {
  [first, second] = await Promise.all([build(), build()]);
}, 120_000);

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe("a build", () => {
  it("gives the same bytes twice", async () => {
    const hashes = await hashesOf(first);
    expect(Object.keys(hashes).length).toBeGreaterThan(100);
    expect(await hashesOf(second)).toEqual(hashes);
  });

  it("has in its NOTICE the licence of every package whose code is in it", async () => {
    const notice = await readFile(join(first, "NOTICE"), "utf8");
    const maps = (await readdir(first)).filter((name) => name.endsWith(".map"));
    const sources = await Promise.all(
      maps.map(
        async (name) =>
          (JSON.parse(await readFile(join(first, name), "utf8")) as { sources: string[] }).sources,
      ),
    );
    // The last node_modules of a path is the package's own.
    const found = sources.flat().map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
    const packages = [...new Set(found.filter((name) => name !== undefined))].sort();
    expect(packages.length).toBeGreaterThan(10);
    for (const name of packages) {
      const at = notice.indexOf(`${name} `);
      expect(at, `${name} is not in NOTICE`).toBeGreaterThanOrEqual(0);
      const entry = notice.slice(at).split("-".repeat(80))[0]!;
      expect(entry, `${name} has no licence text`).toMatch(/copyright|permission|licen[cs]e|public domain/i);
      expect(entry.length, `${name} has no licence text`).toBeGreaterThan(300);
    }
  });

  it("has every package of its NOTICE, in that version, in the bill of materials that npm draws up", async () => {
    const notice = await readFile(join(first, "NOTICE"), "utf8");
    const named = [...notice.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+ \d+\.\d+\.\d+\S*) \(.+\)$/gm)].map(
      ([, one]) => one!,
    );
    expect(named.length).toBeGreaterThan(10);
    const words = ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx"];
    const { stdout } = await promisify(execFile)("npm", words, { cwd: ROOT, maxBuffer: 1e8 });
    const { bomFormat, components } = JSON.parse(stdout) as Sbom;
    expect(bomFormat).toBe("CycloneDX");
    const listed = new Set(components.map(({ name, version }) => `${name} ${version}`));
    expect(named.filter((one) => !listed.has(one))).toEqual([]);
    // What is installed beside the bundle, where it is.
    for (const name of ["libsql", "@napi-rs/keyring"])
      expect(components.some((component) => component.name === name)).toBe(true);
  });

  it("names this machine nowhere", async () => {
    for (const name of await readdir(first)) {
      const text = await readFile(join(first, name), "utf8");
      expect(text.includes(ROOT), name).toBe(false);
    }
  });
});
