/** The published package can be built again, byte for byte, and lists the licences of its code. */
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rm } from "node:fs/promises";
import { newFolder } from "../new-folder.ts";
import { sha256 } from "../sha256.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const folders: string[] = [];
let printed = "";

async function build(): Promise<string> {
  const folder = await newFolder();
  folders.push(folder);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["build/run.mjs", folder], {
    cwd: ROOT,
  });
  printed += stdout + stderr;
  return folder;
}

async function hashesOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const hashes = names.map(async (name) => {
    const bytes = await readFile(join(folder, name));
    return [name, sha256(bytes)] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

interface Sbom {
  metadata: { component: { name: string } };
  components: {
    name: string;
    version: string;
    purl: string;
    scope: "required" | "optional";
    hashes?: { alg: string; content: string }[];
  }[];
}

/** Packages whose code is in the bundle. */
async function packagesIn(folder: string): Promise<string[]> {
  const modules = JSON.parse(await readFile(join(folder, "modules.json"), "utf8")) as Record<
    string,
    string[]
  >;
  // The last node_modules of a path is the package's own.
  const found = Object.values(modules)
    .flat()
    .map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(found.filter((name) => name !== undefined))].sort();
}

let first = "";
let second = "";

beforeAll(async () => {
  [first, second] = await Promise.all([build(), build()]);
});

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe("a build", () => {
  it("gives the same bytes twice", async () => {
    const hashes = await hashesOf(first);
    expect(Object.keys(hashes).length).toBeGreaterThan(50);
    expect(await hashesOf(second)).toEqual(hashes);
  });

  it("has in its NOTICE the licence of every bundled package", async () => {
    const notice = await readFile(join(first, "NOTICE"), "utf8");
    const packages = await packagesIn(first);
    expect(packages.length).toBeGreaterThan(10);
    for (const name of packages) {
      const at = notice.indexOf(`${name} `);
      expect(at, `${name} is not in NOTICE`).toBeGreaterThanOrEqual(0);
      const entry = notice.slice(at).split("-".repeat(80))[0]!;
      expect(entry, `${name} has no licence text`).toMatch(/copyright|permission|licen[cs]e|public domain/i);
      expect(entry.length, `${name} has no licence text`).toBeGreaterThan(300);
    }
  });

  it("has every package of its NOTICE, in that version, in its bill of materials", async () => {
    const notice = await readFile(join(first, "NOTICE"), "utf8");
    const named = [...notice.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+ \d+\.\d+\.\d+\S*) \(.+\)$/gm)].map(
      ([, one]) => one!,
    );
    expect(named.length).toBeGreaterThan(10);
    const sbom = JSON.parse(await readFile(join(first, "sbom.json"), "utf8")) as Sbom;
    expect(sbom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" });
    expect(sbom.metadata.component).toMatchObject({ name: "swath", type: "application" });
    const required = sbom.components.filter(({ scope }) => scope === "required");
    expect(required.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(named.sort());
    for (const { purl, hashes } of required) {
      expect(purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d/);
      expect(hashes?.[0]).toMatchObject({
        alg: "SHA-512",
        content: expect.stringMatching(/^[0-9a-f]{128}$/),
      });
    }
    // The package installed beside the bundle.
    const optional = sbom.components.filter(({ scope }) => scope === "optional").map(({ name }) => name);
    expect(optional).toEqual(["@napi-rs/keyring"]);
  });

  it("prints nothing when it succeeds", () => {
    expect(printed).toBe("");
  });

  it("contains no fact of this machine", async () => {
    for (const name of await readdir(first)) {
      const text = await readFile(join(first, name), "utf8");
      expect(text.includes(ROOT), name).toBe(false);
    }
  });
});
