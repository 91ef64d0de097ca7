import type { ClientOptions } from "../../client/client.ts";
import { VERSION } from "../../version.ts";
import type { RunParts } from "./run-parts.ts";

/** What every client of a run has in common, whoever it speaks for. */
export const clientOptions = ({
  world,
  settings,
  dialect,
  notes,
}: Pick<RunParts, "world" | "settings" | "dialect" | "notes">) =>
  ({
    dialect,
    retries: settings.retries.value,
    timeoutMs: settings.timeout.value,
    clock: world.clock,
    random: () => world.random(),
    userAgent: `swath/${VERSION}`,
    signal: world.interrupts.signal,
    onRequest: ({ method, path }) => notes.detail(`${method} ${path}`),
    onResponse: ({ status }, { method, path }) => notes.detail(`${method} ${path}: ${status}`),
  }) satisfies Partial<ClientOptions>;
