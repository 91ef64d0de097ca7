/** Opens a page of ours in the system's browser. */
import type { Context } from "../context.ts";
import { isCi } from "../input/prompt.ts";

/** If the browser's command has not returned by then, the browser is open. */
const OPEN_PATIENCE_MS = 3000;

/** In CI no person sees it, and a browser would block the job. */
export async function showInBrowser({ world, notes, clock }: Context, path: string): Promise<void> {
  if (isCi(world.env["CI"])) {
    notes.note("--open opens no browser in CI");
    return;
  }
  const [program, ...args] = OPENERS[world.platform] ?? ["xdg-open"];
  const opened = world.runProgram?.(program!, [...args, path], {
    cwd: world.cwd,
    env: world.env,
    signal: world.interrupts.signal,
    onOutput: () => {},
  });
  if (opened === undefined) return;
  const end = await Promise.race([opened, clock.sleep(OPEN_PATIENCE_MS)]);
  if (!end || ("exitCode" in end && end.exitCode === 0)) return;
  const why =
    "notStarted" in end ? end.notStarted : "exitCode" in end ? `exit code ${end.exitCode}` : end.killedBy;
  notes.warn(`no browser was opened (${program}: ${why}); open the file yourself: ${path}`);
}

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
