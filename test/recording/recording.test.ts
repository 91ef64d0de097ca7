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
import { expect, test } from "vitest";
import { differences } from "./differences.ts";
import { CHAPTERS } from "./lines/index.ts";
import { playChapter, type Played } from "./play.ts";

const FOLDER = join(import.meta.dirname, "..", "fixtures", "recording");
const isRecording = process.env["SWATH_RECORD"] === "1";

// Folders and files get the permissions that they would have on most machines.
process.umask(0o022);

test.each(CHAPTERS)("$name", { timeout: 120_000 }, async (chapter) => {
  const path = join(FOLDER, `${chapter.name.replaceAll(" ", "-")}.json`);
  const played = await playChapter(chapter, { mustKeep: isRecording });
  if (isRecording) {
    await mkdir(FOLDER, { recursive: true });
    await writeFile(path, `${JSON.stringify(played, null, 1)}\n`);
    return;
  }
  const recorded = JSON.parse(await readFile(path, "utf8")) as Played[];
  expect(differences(recorded, played).join("\n"), "now (+) and as recorded (-)").toBe("");
});
