/**
 * The recording: how the program behaves, line by line, as it was when somebody last looked at it and found it right.
 *
 * `test/recording/lines/` says what is typed, `test/fixtures/recording/` holds what came of it: exit code, stdout, stderr,
 * questions, requests and files. A chapter is one sandbox in memory with one home folder, under a stopped clock, and its
 * lines are played in their order. A change that is wanted is recorded anew, and its difference is read before it is
 * committed:
 *
 *     npm run record                          every chapter
 *     npm run record -- -t 'order download'   one of them
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readBootId } from "../../src/disk/boot-id.ts";
import { need } from "../need.ts";
import { differences } from "./differences.ts";
import { CHAPTERS } from "./lines/index.ts";
import { machineLeftIn, requireRecorder } from "./machine-free.ts";
import { playChapter, type Played } from "./play.ts";

const FOLDER = join(import.meta.dirname, "..", "fixtures", "recording");
const isRecording = process.env["SWATH_RECORD"] === "1";

if (isRecording) requireRecorder();

// Folders and files get the permissions that they would have on most machines. Other test files share this process.
const umask = process.umask(0o022);
afterAll(() => void process.umask(umask));

/** Fails only a chapter that hangs: it uses the disk tens of thousands of times, which takes minutes on a slow one. */
const TIMEOUT_MS = 900_000;

test.for(CHAPTERS)("$name", { timeout: TIMEOUT_MS }, async (chapter, context) => {
  need(chapter.resumes !== true || (await readBootId()) !== undefined, "the system has no boot id", context);
  const path = join(FOLDER, `${chapter.name.replaceAll(" ", "-")}.json`);
  const played = await playChapter(chapter, { mustKeep: isRecording });
  if (isRecording) {
    const text = `${JSON.stringify(played, null, 1)}\n`;
    expect(machineLeftIn(text), "facts of this machine, so that nothing is recorded").toEqual([]);
    await mkdir(FOLDER, { recursive: true });
    await writeFile(path, text);
    return;
  }
  const recorded = JSON.parse(await readFile(path, "utf8")) as Played[];
  expect(differences(recorded, played).join("\n"), "now (+) and as recorded (-)").toBe("");
});
