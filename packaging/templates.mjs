/**
 * `npm run package:npm`: the tarball of `npm pack`, and descriptions of it for Homebrew, conda-forge and Docker, in
 * packaging/out/. They are templates: nothing is published.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fill, MANIFEST, outputPath, ROOT, sha256, writeChecksums } from "./facts.mjs";

const tarball = `${MANIFEST.name}-${MANIFEST.version}.tgz`;
const path = outputPath(tarball);
const words = ["pack", "--silent", "--ignore-scripts", "--pack-destination", dirname(path)];
execFileSync("npm", words, { cwd: ROOT, stdio: "ignore" });
const values = {
  ...MANIFEST,
  tarball,
  sha256: sha256(readFileSync(path)),
  nodeRange: MANIFEST.engines.node,
  // The newest version with long support.
  nodeMajor: 24,
};
for (const name of ["Dockerfile", "swath.rb", "recipe.yaml"])
  writeFileSync(outputPath(name), fill(`templates/${name}`, values));
writeChecksums();
process.stdout.write(`${path}\n`);
