import type { Context } from "../../cli/context.ts";
import { isLoopback } from "../../contract/base-url.ts";
import { AppError } from "../../errors.ts";
import { KEY_PREFIX } from "../../sandbox/accounts.ts";
import { findRunning } from "../service/local-sandbox.ts";
import { SANDBOX_URL } from "../service/sandbox-address.ts";

/** Keeps sandbox keys away from real services, and real keys away from the sandbox. */
export async function refuseForeignKey(
  { directories, world }: Pick<Context, "directories" | "world">,
  key: string,
  origin: string,
): Promise<void> {
  const isSandboxKey = key.startsWith(KEY_PREFIX);
  const isHere = isLoopback(new URL(origin).hostname);
  if (isSandboxKey && !isHere) {
    throw new AppError(
      "usage",
      "KEY_INVALID",
      `this is a key of the sandbox, and ${origin} is not this machine`,
      {
        hint: "Store the key that the service gave you, or use --sandbox, which needs no key",
      },
    );
  }
  if (isSandboxKey || !isHere) return;
  const running = await findRunning(directories, world);
  const sandboxes = [SANDBOX_URL, ...(running === undefined ? [] : [new URL(running.url).origin])];
  if (!sandboxes.includes(origin)) return;
  throw new AppError("usage", "KEY_INVALID", `${origin} is the sandbox, and this is none of its keys`, {
    hint: "A real key has no place there; see its own with: swath sandbox users",
  });
}
