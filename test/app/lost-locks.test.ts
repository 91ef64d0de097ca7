/** Locks of a state and of a folder that are gone during a run: nothing of another run is overwritten, and the loss is reported. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { holdFolder } from "../../src/app/exports/hold-folder.ts";
import { openState } from "../../src/app/watching/state-file.ts";
import { NO_STATE } from "../../src/domain/watching/watch-state.ts";
import { skippingClock } from "../skipping-clock.ts";
import { frontEnd } from "./app-context.ts";

async function world() {
  const front = await frontEnd();
  const clock = skippingClock();
  return { ...front, clock, context: { ...front.context, clock } };
}

it.each([
  ["was removed", undefined],
  ["belongs to another run", '{"pid":1,"token":"other"}'],
])("P21 WATCH-01 a watch whose lock %s does not write the state", async (_what, lock) => {
  const { context, folder, clock } = await world();
  const path = join(folder, "s.watch.json");
  const options = { path, lockTimeoutMs: 1000, origin: undefined, isReadOnly: false };
  const state = await openState(context, options);
  await state.save(NO_STATE);
  await rm(`${path}.lock`);
  await writeFile(path, "the state of another run");
  if (lock !== undefined) await writeFile(`${path}.lock`, lock);
  clock.ms += 60_000;
  await expect(state.save(NO_STATE)).rejects.toMatchObject({ code: "CONFLICT" });
  state.close();
  expect(await readFile(path, "utf8")).toBe("the state of another run");
});

it("P21 an export run reports that the lock of its folder was lost", async () => {
  const { context, folder, notes, clock } = await world();
  await holdFolder(context, folder, async (root) => {
    await rm(join(root, ".swath-exports.lock"));
    clock.ms += 60_000;
  });
  expect(notes).toEqual([expect.stringMatching(/^the lock of .* was lost during the run/)]);
});
