/** What `sandbox start` was asked for, checked before anything is opened. */
import { SANDBOX_PORT } from "../../app/service/sandbox-address.ts";
import type { Context } from "../../cli/context.ts";
import { closest } from "../../domain/closest.ts";
import { AppError, inputError, type Fault } from "../../errors.ts";
import { KEY_PREFIX } from "../../sandbox/accounts.ts";
import { isVariant, VARIANTS } from "../../sandbox/settings.ts";
import { startClockReader, type ClockChange } from "./clock-change.ts";
import { refuseDryRun } from "./refuse-dry-run.ts";

export interface StartFlags {
  port?: number;
  prefix?: string;
  ephemeral?: true;
  seed?: string;
  archiveSize?: number;
  productSize?: string;
  variant?: string[];
  clock?: string;
}

export interface StartRequest extends Omit<StartFlags, "clock" | "variant"> {
  port: number;
  /** Names with commas, as the setting wants them. */
  variant?: string;
  clock?: ClockChange;
}

export function readStartFlags(context: Context, flags: StartFlags): StartRequest {
  refuseRealKey(context);
  refuseDryRun(context, "sandbox start");
  const { clock, variant, ...rest } = flags;
  const faults = (variant ?? []).filter((name) => !isVariant(name)).map(unknownVariant);
  const reading = clock === undefined ? undefined : startClockReader(context.world.clock.now())(clock);
  if (reading?.ok === false) {
    const message = `--clock ${JSON.stringify(clock)}: ${reading.rule}`;
    faults.push({ code: "USAGE", path: "", flag: "--clock", value: clock, message, hint: reading.hint });
  }
  if (faults.length > 0) throw inputError(faults);
  return {
    ...rest,
    port: rest.port ?? SANDBOX_PORT,
    ...(variant !== undefined && { variant: variant.join(",") }),
    ...(reading?.ok === true && { clock: reading.value }),
  };
}

function unknownVariant(name: string): Fault {
  const known = Object.keys(VARIANTS);
  const meant = closest(name, known);
  return {
    code: "USAGE",
    path: "",
    flag: "--variant",
    value: name,
    message: `--variant ${JSON.stringify(name)}: there is no such variant; there are ${known.join(", ")}`,
    hint: meant === undefined ? undefined : `Did you mean ${meant}?`,
  };
}

/** A real key beside a sandbox ends up in requests to the wrong one of the two. It is never shown. */
function refuseRealKey({ world, options }: Context): void {
  const key = world.env["SWATH_API_KEY"] ?? "";
  if (key !== "" && !key.startsWith(KEY_PREFIX)) {
    throw new AppError(
      "usage",
      "CONFIG_INVALID",
      `SWATH_API_KEY holds a key that does not begin with ${KEY_PREFIX}: the sandbox does not start beside a real key`,
      { hint: "Unset it for this run: env -u SWATH_API_KEY swath sandbox start" },
    );
  }
  for (const [flag, given] of [
    ["--api-key-file", options.apiKeyFile],
    ["--token-file", options.tokenFile],
  ]) {
    if (given === undefined) continue;
    throw new AppError("usage", "USAGE", `sandbox start needs no key and takes none: ${flag} is not for it`, {
      hint: "Leave it out. Keys of the sandbox's users: swath sandbox users",
    });
  }
}
