/** The checkout's own Node (`build/own-node`): locked, without a script, and linked by every npm. */
import { needLinks, needProgram } from "./this-system.ts";
import { execFileSync } from "node:child_process";
import { cp, lstat, mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./architecture/sources.ts";
import { testFolder } from "./new-folder.ts";
import { lockedTree } from "./package/locked-tree.ts";

const { optionalDependencies } = JSON.parse(
  await readFile(join(ROOT, "build/own-node/package.json"), "utf8"),
) as { optionalDependencies: Record<string, string> };

test("REACH-15 the own Node of each platform is locked by its digest, has no install script, and is for developers only", async () => {
  const tree = await lockedTree();
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const locked = tree[`node_modules/${name}`];
    expect(locked, name).toMatchObject({ version, dev: true, optional: true });
    expect(locked, name).toHaveProperty("integrity");
    expect(locked, name).not.toHaveProperty("hasInstallScript");
  }
});

/** A checkout after `npm ci`, in which npm has not linked the own Node. */
async function unlinkedCheckout(): Promise<string> {
  const folder = await testFolder();
  await cp(join(ROOT, "build/own-node"), join(folder, "build/own-node"), { recursive: true });
  await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
  return folder;
}

const link = (folder: string): string =>
  execFileSync(process.execPath, [join(folder, "build/own-node/link.mjs")], { encoding: "utf8" });

test("REACH-15 a missing link is made by the build, and an existing one stays", async () => {
  needLinks();
  const folder = await unlinkedCheckout();
  const [name] = Object.keys(optionalDependencies);
  const own = join(folder, "node_modules", name!, "bin/node");
  await mkdir(join(own, ".."), { recursive: true });
  await writeFile(own, "");
  const place = join(folder, "node_modules/.bin/node");
  link(folder);
  expect(await realpath(place)).toBe(await realpath(own));
  const { ctimeMs } = await lstat(place);
  link(folder);
  expect((await lstat(place)).ctimeMs).toBe(ctimeMs);
});

test("REACH-15 on a platform without a package of Node nothing is linked", async () => {
  const folder = await unlinkedCheckout();
  const place = join(folder, "node_modules/.bin/node");
  link(folder);
  await expect(lstat(place)).rejects.toThrow("ENOENT");
});

test("REACH-15 npm ci builds, and npx does so only where nothing was built: another swath may be running", async () => {
  needProgram("npm");
  const folder = await testFolder();
  const program = join(folder, "dist", "start.cjs");
  await mkdir(join(folder, "dist"));
  const build = `node -e "fs.appendFileSync('dist/start.cjs', '+')"`;
  await writeFile(join(folder, "package.json"), JSON.stringify({ scripts: { build } }));
  /** Returns how often the program was built so far. */
  const prepareFor = async (command: string): Promise<number> => {
    const env = { ...process.env, npm_command: command };
    execFileSync(process.execPath, [join(ROOT, "build/prepare.mjs")], { cwd: folder, env, stdio: "pipe" });
    return (await readFile(program, "utf8")).length;
  };
  expect(await prepareFor("exec")).toBe(1);
  expect(await prepareFor("exec")).toBe(1);
  expect(await prepareFor("ci")).toBe(2);
});
