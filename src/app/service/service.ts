/** The far side of a run: opened at the first request, so that a run without one opens nothing. */
import { resolve } from "node:path";
import type { Client } from "../../client/client.ts";
import { ENDPOINTS, type EndpointName } from "../../contract/endpoints.ts";
import type { Reconcile } from "../../ledger/reconcile-intent.ts";
import type { Journal } from "../../ledger/journal.ts";
import { clockSkew } from "../../time/http-date.ts";
import { DryRun, type PlannedRequest } from "../../cli/command/dry-run.ts";
import { inTurn } from "./in-turn.ts";
import { clientOptions } from "./client-options.ts";
import { openLink, type Link } from "./connection.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import type { RunParts } from "./run-parts.ts";
import { guardOptions, openSpendJournal, runReconciler } from "./spend-journal.ts";

export type Endpoints = Pick<Client, EndpointName>;

export interface Service {
  readonly isSandbox: boolean;
  /** Requests are shown in place of being sent. */
  readonly isDryRun: boolean;
  /** One method per endpoint; the link opens at the first call. With --dry-run a call shows its request instead. */
  readonly client: Endpoints;
  /** The whole client, for what is more than one endpoint's call: pages, raw requests, descriptions. */
  connect(): Promise<Client>;
  link(): Promise<Link>;
  journal(): Promise<Journal>;
  /** Looks for what an earlier request made whose outcome is unknown. */
  reconcile: Reconcile;
  /** The person agreed to buy again what this id stands for, so the journal need not ask about it. */
  allowRepeat(resultId: string): void;
  close(): Promise<void>;
}

export function openService(parts: RunParts): Service {
  let opened: Promise<Link> | undefined;
  let connected: Promise<Client> | undefined;
  const agreed = new Set<string>();
  const link = (): Promise<Link> => (opened ??= openLink(parts).then((to) => recorded(parts, to)));
  const client = (): Promise<Client> => (connected ??= link().then((to) => connect(parts, to, agreed)));
  return {
    isSandbox: parts.profileName === SANDBOX_PROFILE,
    isDryRun: parts.options.dryRun === true,
    client: lazyClient(client),
    connect: client,
    link,
    journal: () => openSpendJournal(parts),
    reconcile: runReconciler(parts, client),
    allowRepeat: (resultId) => void agreed.add(resultId),
    close: async () => {
      if (opened !== undefined)
        await opened.then(
          (to) => to.close(),
          () => {},
        );
    },
  };
}

/** With --debug-http, what passes is written down. */
async function recorded({ world, options }: RunParts, link: Link): Promise<Link> {
  if (options.debugHttp === undefined || options.dryRun === true) return link;
  const { recordHttp } = await import("./http-recorder.ts");
  return { ...link, send: recordHttp(link.send, resolve(world.cwd, options.debugHttp), world) };
}

async function connect(parts: RunParts, link: Link, agreed: ReadonlySet<string>): Promise<Client> {
  const { world, notes } = parts;
  const { createClient } = await import("../../client/client.ts");
  const common = clientOptions(parts);
  let skewMs: number | undefined;
  const client: Client = createClient({
    ...common,
    send: link.send,
    baseUrl: link.baseUrl,
    credential: link.credential,
    spendSignal: world.interrupts.giveUpSignal,
    spendGuard: inTurn((...request) =>
      world.interrupts.shield(async () => {
        const journal = await openSpendJournal(parts);
        return journal.guard(
          guardOptions(
            parts,
            async () => client,
            agreed,
            () => skewMs,
          ),
        )(...request);
      }),
    ),
    onResponse: (response, request) => {
      skewMs = clockSkew(response.headers, world.clock.now()) ?? skewMs;
      common.onResponse(response, request);
    },
    onRetry: ({ attempt, delayMs, cause }) => notes.detail(`try ${attempt} in ${delayMs} ms (${cause})`),
  });
  return parts.options.dryRun === true ? dryRunClient(client) : client;
}

/** Every endpoint's method, each of which waits for the client to be made. */
function lazyClient(connected: () => Promise<Client>): Endpoints {
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  const method = (name: EndpointName) => async (call: never) =>
    ((await connected())[name] as (given: never) => Promise<unknown>)(call);
  return Object.fromEntries(names.map((name) => [name, method(name)])) as unknown as Endpoints;
}

/** The same client, which shows each request in place of sending it. */
function dryRunClient(client: Client): Client {
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  const method = (name: EndpointName) => async (call: never) => {
    throw new DryRun(client.describe(name, call) as PlannedRequest);
  };
  const raw: Client["raw"] = async (call) => {
    throw new DryRun(client.describeRaw(call));
  };
  return {
    ...client,
    ...(Object.fromEntries(names.map((name) => [name, method(name)])) as unknown as Endpoints),
    raw,
  };
}
