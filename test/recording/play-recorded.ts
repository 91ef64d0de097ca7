/**
 * The recording: how the program behaves, line by line, as last reviewed.
 *
 * `test/recording/lines/` has the lines that are typed, `test/fixtures/recording/` their outcome: exit code, stdout, stderr,
 * questions, requests and files. A chapter is one sandbox in memory with one home folder, under a stopped clock, and a test
 * file of its own, since files run side by side. Its lines are played in order. A change that is wanted is recorded, and its
 * difference is read before it is committed:
 *
 *     npm run record                          every chapter
 *     npm run record -- -t download           one of them
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBootId } from "../../src/disk/boot-id.ts";
import { need } from "../need.ts";
import { differences } from "./differences.ts";
import { machineLeftIn, requireRecorder } from "./machine-free.ts";
import { playChapter, type Played } from "./play.ts";
import type { Chapter } from "./steps.ts";

const FOLDER = join(import.meta.dirname, "..", "fixtures", "recording");

/** Fails only for a hanging chapter: it uses the disk tens of thousands of times, which takes minutes on a slow one. */
const TIMEOUT_MS = 900_000;

/** Makes the test of one chapter. */
export function playRecorded(chapter: Chapter): void {
  const isRecording = process.env["SWATH_RECORD"] === "1";
  if (isRecording) requireRecorder();

  // Folders and files get the permissions of most machines. Other test files share this process.
  let umask: number;
  beforeAll(() => {
    umask = process.umask(0o022);
  });
  afterAll(() => void process.umask(umask));

  test(chapter.name, { timeout: TIMEOUT_MS }, async (context) => {
    need(
      chapter.resumes !== true || (await readBootId()) !== undefined,
      "the system has no boot id",
      context,
    );
    const path = join(FOLDER, `${chapter.name}.json`);
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
}
