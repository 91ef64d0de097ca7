/** The flags of `sandbox start`: parsed, checked before anything is opened, and rebuilt for a detached process. */
import { usageError, usageFault } from "../../cli/input/usage.ts";
import { SANDBOX_PORT } from "../../app/service/sandbox-address.ts";
import type { Context } from "../../cli/context.ts";
import { closest } from "../../domain/closest.ts";
import { AppError, inputError, type Fault } from "../../errors.ts";
import { KEY_PREFIX } from "../../sandbox/settings.ts";
import { isVariant, PRODUCT_SIZE_RULE, readProductSize, VARIANTS } from "../../sandbox/settings.ts";
import { resolve } from "node:path";
import type { StartRequest } from "../../app/sandbox/run-sandbox.ts";
import type { Reader } from "../../domain/readers.ts";
import { startClockReader } from "./clock-flags.ts";
import { refuseDryRun } from "./refuse-dry-run.ts";
import { advice, swath } from "../../hint.ts";

export interface StartFlags {
  port?: number;
  prefix?: string;
  corsOrigin?: string[];
  ephemeral?: true;
  seed?: string;
  archiveSize?: number;
  productSize?: string;
  variant?: string[];
  clock?: string;
}

export function readStartFlags(context: Context, flags: StartFlags): StartRequest {
  refuseRealKey(context);
  refuseDryRun(context, "sandbox start");
  const { clock, variant, ...rest } = flags;
  const faults = (variant ?? []).filter((name) => !isVariant(name)).map(unknownVariant);
  const reading = clock === undefined ? undefined : startClockReader(context.world.clock.now())(clock);
  if (reading?.ok === false) {
    const message = `--clock ${JSON.stringify(clock)}: ${reading.rule}`;
    faults.push(usageFault("--clock", message, { value: clock, next: reading.next }));
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
  return usageFault(
    "--variant",
    `--variant ${JSON.stringify(name)}: there is no such variant; there are ${known.join(", ")}`,
    { value: name, next: meant === undefined ? undefined : `Did you mean ${meant}?` },
  );
}

/** With a real key and a sandbox, a request may send the key to the wrong service. The key is never shown. */
function refuseRealKey({ world, options }: Context): void {
  const key = world.env["SWATH_API_KEY"] ?? "";
  if (key !== "" && !key.startsWith(KEY_PREFIX)) {
    throw new AppError(
      "usage",
      "CONFIG_INVALID",
      `SWATH_API_KEY holds a key that does not begin with ${KEY_PREFIX}: the sandbox does not start beside a real key`,
      { next: advice`Unset it for this run: env -u SWATH_API_KEY ${swath`sandbox start`}` },
    );
  }
  for (const [flag, given] of [
    ["--api-key-file", options.apiKeyFile],
    ["--token-file", options.tokenFile],
  ]) {
    if (given === undefined) continue;
    throw usageError(
      `sandbox start needs no key and takes none: ${flag} is not for it`,
      advice`Leave it out. Keys of the sandbox's users: ${swath`sandbox users`}`,
    );
  }
}

/** Reads a path prefix for the interface. The control plane keeps its own path. */
export const prefixReader: Reader<string> = (text) => {
  const path = text.replace(/\/+$/, "");
  return /^(?:\/[\w.~-]+)+$/.test(path) && !path.startsWith("/_sandbox")
    ? { ok: true, value: path }
    : { ok: false, rule: "must be a path such as /v1: a slash, then letters, digits and . _ ~ -" };
};

/** Reads the origin of web pages, or `*` for any. */
export const originReader: Reader<string> = (text) => {
  if (text === "*") return { ok: true, value: text };
  const { origin, href } = URL.canParse(text) ? new URL(text) : { origin: "null", href: "" };
  const isOrigin = origin !== "null";
  if (isOrigin && [origin, href].includes(text)) return { ok: true, value: origin };
  const rule = "must be an origin such as http://localhost:3000, or * for any";
  return { ok: false, rule, ...(isOrigin && { next: `Did you mean ${origin}?` }) };
};

/** Reads the size of image files, in the setting's form. */
export const productSizeReader: Reader<string> = (text) =>
  readProductSize(text) === undefined ? { ok: false, rule: PRODUCT_SIZE_RULE } : { ok: true, value: text };

/** Returns the arguments without --detach. With --json, a failure in the log can be parsed. */
export function startWords({ world, options }: Context, flags: StartFlags): string[] {
  const values = {
    port: flags.port,
    prefix: flags.prefix,
    seed: flags.seed,
    "archive-size": flags.archiveSize,
    "product-size": flags.productSize,
    variant: flags.variant?.join(","),
    "cors-origin": flags.corsOrigin?.join(","),
    clock: flags.clock,
    config: options.config === undefined ? undefined : resolve(world.cwd, options.config),
    profile: options.profile,
  };
  return [
    "sandbox",
    "start",
    "--json",
    ...Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
    ...(flags.ephemeral === true ? ["--ephemeral"] : []),
    ...(options.verbose === true ? ["--verbose"] : []),
  ];
}
