/** The descriptions for Homebrew, conda-forge and Docker agree with package.json and the tarball. */
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../architecture/sources.ts";
import { builtPackage, expectDemo, tempFolder } from "./packages.ts";

const { name, version, description, license, homepage, engines } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
) as Record<"name" | "version" | "description" | "license" | "homepage", string> & {
  engines: { node: string };
};
const tarball = builtPackage(/\.tgz$/);
const digest = createHash("sha256").update(readFileSync(tarball)).digest("hex");
const read = (pattern: RegExp): string => readFileSync(builtPackage(pattern), "utf8");

test("REACH-07 the Homebrew formula has the tarball, its digest and its licence", () => {
  const formula = read(/\.rb$/);
  const fields = Object.fromEntries(
    [...formula.matchAll(/^ {2}(\w+) "(.*)"$/gm)].map(([, key, value]) => [key, value]),
  );
  expect(fields).toEqual({
    desc: description,
    homepage,
    url: `${homepage}/releases/${basename(tarball)}`,
    sha256: digest,
    license,
    depends_on: "node",
  });
});

test("REACH-07 the conda-forge recipe has the tarball, its digest and the range of Node", () => {
  const recipe = parse(read(/^recipe\.yaml$/)) as Record<string, Record<string, unknown>>;
  expect(recipe).toMatchObject({
    context: { name, version },
    source: { url: `${homepage}/releases/${basename(tarball)}`, sha256: digest },
    requirements: { run: [`nodejs ${engines.node}`] },
    about: { homepage, license, summary: description },
  });
});

test("REACH-07 the steps of the Dockerfile install the program on a supported Node", async () => {
  const lines = read(/^Dockerfile$/).split("\n");
  const value = (word: string): string =>
    lines
      .find((line) => line.startsWith(word))!
      .slice(word.length)
      .trim();
  const [, oldest] = /^>=(\d+)\./.exec(engines.node)!;
  expect(Number(/^node:(\d+)-slim$/.exec(value("FROM"))![1])).toBeGreaterThanOrEqual(Number(oldest));
  const folder = await tempFolder();
  execFileSync("cp", [tarball, folder]);
  // As in the image, with another place for the tarball and for what npm installs globally.
  const line = value("RUN").replaceAll("/tmp/", `${folder}/`);
  execFileSync("sh", ["-ec", line], { env: { ...process.env, npm_config_prefix: folder }, stdio: "pipe" });
  expect(value("ENTRYPOINT")).toBe(JSON.stringify([name]));
  await expectDemo(folder, join(folder, "bin", name));
});
