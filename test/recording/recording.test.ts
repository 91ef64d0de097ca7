/**
 * The recording: how the program behaves, line by line, as last reviewed.
 *
 * `chapters.ts` has the lines that are typed, `test/fixtures/recording/` their outcome: exit code, stdout, stderr,
 * questions, requests and files. A chapter is one sandbox in memory with one home folder, under a stopped clock. Its lines
 * are played in order. A change that is wanted is recorded, and its difference is read before it is committed:
 *
 *     npm run record                          every chapter
 *     npm run record -- -t order              one of them
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IS_WINDOWS } from "../this-system.ts";
import { CHAPTERS } from "./chapters.ts";
import { differences } from "./differences.ts";
import { machineLeftIn, requireRecorder } from "./machine-free.ts";
import { playChapter, withoutModes, type Played } from "./play.ts";

const FOLDER = join(import.meta.dirname, "..", "fixtures", "recording");

/** Fails only for a hanging chapter: it uses the disk thousands of times, which takes minutes on a slow one. */
const TIMEOUT_MS = 900_000;

const IS_RECORDING = process.env["SWATH_RECORD"] === "1";
if (IS_RECORDING) requireRecorder();

// Folders and files get the permissions of most machines. Other test files share this process.
let umask: number;
beforeAll(() => {
  umask = process.umask(0o022);
});
afterAll(() => void process.umask(umask));

test.each(CHAPTERS)("$name", { timeout: TIMEOUT_MS }, async (chapter) => {
  const path = join(FOLDER, `${chapter.name}.json`);
  const played = await playChapter(chapter, { mustKeep: IS_RECORDING });
  if (IS_RECORDING) {
    const text = `${JSON.stringify(played, null, 1)}\n`;
    expect(machineLeftIn(text), "facts of this machine, so that nothing is recorded").toEqual([]);
    await mkdir(FOLDER, { recursive: true });
    await writeFile(path, text);
    return;
  }
  const read = JSON.parse(await readFile(path, "utf8")) as Played[];
  const recorded = IS_WINDOWS ? withoutModes(read) : read;
  expect(differences(recorded, played).join("\n"), "now (+) and as recorded (-)").toBe("");
});
