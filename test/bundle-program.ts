import { join } from "node:path";
import { build } from "rolldown";
import { newFolder } from "./new-folder.ts";

/** Bundles a program that a test starts as a process or a thread: Node runs no TypeScript with parameter properties. Returns its path. */
export async function bundleProgram(input: string): Promise<string> {
  const file = join(await newFolder(), "program.mjs");
  await build({
    input,
    platform: "node",
    logLevel: "silent",
    output: { file, format: "esm", codeSplitting: false },
  });
  return file;
}
