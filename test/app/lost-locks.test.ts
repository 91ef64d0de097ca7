/** Locks of a state and of a folder that are gone during a run: nothing of another run is overwritten, and the loss is reported. */
import { spawnSync } from "node:child_process";
import { mkdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, type TestContext } from "vitest";
import { holdFolder } from "../../src/app/exports/hold-folder.ts";
import { openState } from "../../src/app/watching/state-file.ts";
import { makeHolder } from "../../src/disk/lock-holder.ts";
import { NO_STATE } from "../../src/domain/watching/watch-state.ts";
import { withSettingsLock } from "../../src/settings/settings-lock.ts";
import { need } from "../need.ts";
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
  await state.close();
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

it("DESK-10 P25 a lock that another program keeps open fails no work that is done, and the next holder takes it over", async (test) => {
  const { context, folder } = await world();
  const [settings, state] = [join(folder, "settings"), join(folder, "s.watch.json")];
  const writer = { ...context, directories: { config: settings } };
  const options = { path: state, lockTimeoutMs: 0, origin: undefined, isReadOnly: false };
  const locks = [join(settings, "write.lock"), `${state}.lock`, join(folder, ".swath-exports.lock")];

  expect(await withSettingsLock(writer, async () => keepOpen(locks[0]!, test))).toBe("done");
  const watch = await openState(context, options);
  keepOpen(locks[1]!, test);
  await watch.close();
  expect(await holdFolder(context, folder, async () => keepOpen(locks[2]!, test))).toBe("done");

  for (const lock of locks) spawnSync("umount", [lock]);
  expect(await withSettingsLock(writer, async () => "again")).toBe("again");
  await (await openState(context, options)).close();
  expect(await holdFolder(context, folder, async () => "again")).toBe("again");
});

/** Makes a file a mount point, which cannot be removed: EBUSY, as of a file that another program has open on Windows. */
function keepOpen(file: string, context: TestContext): string {
  need(spawnSync("mount", ["--bind", file, file]).status === 0, "mounting a file needs root", context);
  onTestFinished(() => void spawnSync("umount", [file]));
  return "done";
}

describe("DESK-02 P25 without /proc, the lock of a dead run whose process id another process has", () => {
  async function left(find: (folder: string) => string, silentMs: number) {
    const { context, folder, clock } = await world();
    const machine = { ...context.machine, proc: "/no-such-folder", upMs: () => 86_400_000 };
    const path = find(folder);
    const holder = await makeHolder({ clock, self: machine });
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify({ ...holder, token: "left", renewMs: 10_000 }));
    const atS = (clock.ms - silentMs) / 1000;
    await utimes(path, atS, atS);
    const waitedMs = (): number => clock.slept.reduce((sum, ms) => sum + ms, 0);
    return { context: { ...context, machine }, folder, waitedMs };
  }
  const HOUR = 3_600_000;

  it("delays a change of the settings by twenty seconds, and refuses it for a minute at most", async () => {
    const at = (folder: string): string => join(folder, "write.lock");
    const old = await left(at, HOUR);
    const directories = { config: old.folder };
    expect(await withSettingsLock({ ...old.context, directories }, async () => "done")).toBe("done");
    expect(old.waitedMs()).toBe(20_000);

    const recent = await left(at, 0);
    const refused = withSettingsLock(
      { ...recent.context, directories: { config: recent.folder } },
      async () => "",
    );
    await expect(refused).rejects.toMatchObject({ code: "DISK_WRITE_FAILED" });
    expect(recent.waitedMs()).toBe(10_000);
  });

  it("delays a watch by twenty seconds, also one that waits for no other run", async () => {
    const { context, folder, waitedMs } = await left((dir) => join(dir, "s.watch.json.lock"), HOUR);
    const path = join(folder, "s.watch.json");
    const state = await openState(context, { path, lockTimeoutMs: 0, origin: undefined, isReadOnly: false });
    await state.close();
    expect(waitedMs()).toBe(20_000);
  });
});
