/** Export files into a folder: what is there and current stays, what was made anew replaces it, the rest is fetched. */
import type { Context } from "../../cli/context.ts";
import type { PresignedFile } from "../../contract/read-exports.ts";
import { readManifest, type Manifest } from "../../transfer/manifest.ts";
import type { ExistingPolicy } from "../../transfer/options.ts";
import { planTransfers, type PlannedFile, type TransferPlan } from "../../transfer/plan/plan.ts";
import { shardOf, type Shard } from "../../transfer/plan/shard.ts";
import type { Links } from "../../transfer/plan/transfer-source.ts";
import type { TransferSummary } from "../../transfer/events.ts";
import { AgingLinks, sourcesOf } from "./aging-links.ts";
import { readState, writeState, type ExportState } from "./export-state.ts";
import { joinSummaries } from "./fetch-report.ts";
import { presignedFiles } from "./presigned-files.ts";
import type { PresignBody } from "./presign-request.ts";
import { isOurs, isOutdated, refreshOf } from "./stale-files.ts";
import { transferExports } from "./transfer-exports.ts";

export interface Delivery {
  type: PresignBody["exportType"];
  files: readonly PresignedFile[];
  /** When the links were asked for. */
  issuedMs: number;
  /** The time at the service then. */
  asOfMs: number;
  layout: "item" | "flat";
  policy: ExistingPolicy;
  resume: boolean;
  bytesPerSecond?: number | undefined;
  shard?: Shard | undefined;
}

export interface Folder {
  root: string;
  touch: () => void;
}

export interface Delivered {
  summary: TransferSummary;
  /** The manifest as it was before. */
  before: Manifest;
}

/** The folder must be held. */
export async function bringFiles(
  context: Context,
  { root, touch }: Folder,
  delivery: Delivery,
): Promise<Delivered> {
  const { type, files, issuedMs, asOfMs, layout, resume, bytesPerSecond, shard } = delivery;
  const before = new Map(await readManifest(root));
  const state = await readState(root);
  const aging = new AgingLinks();
  let links: Links = aging.take(type, files, issuedMs);
  const whole = planTransfers(sourcesOf(type, files), { layout });
  const plan = shard === undefined ? whole : shardOf(whole, shard);
  for (const { asset } of plan.notFetchable) context.notes.warn(`${asset} has no link that can be fetched`);
  const renew = async (): Promise<Links> => (links = await renewed(context, type, plan, aging));
  const summaries: TransferSummary[] = [];
  for (const [policy, part] of await byPolicy(context, root, plan, before, state, delivery)) {
    if (part.length === 0) continue;
    summaries.push(
      await transferExports(context, {
        plan: { ...plan, files: part },
        links,
        renew,
        policy,
        resume,
        dir: root,
        aging,
        touch,
        ...(bytesPerSecond !== undefined && { bytesPerSecond }),
      }),
    );
  }
  const summary = joinSummaries(summaries);
  await remember(context, root, state, summary, asOfMs);
  return { summary, before };
}

type Part = readonly [ExistingPolicy, readonly PlannedFile[]];

/** Outdated files of ours are replaced; whatever else is there falls under the policy that was asked for. */
async function byPolicy(
  { signal }: Context,
  root: string,
  plan: TransferPlan,
  before: Manifest,
  state: ExportState,
  { policy, asOfMs }: Delivery,
): Promise<readonly Part[]> {
  if (policy !== "resume") return [[policy, plan.files]];
  const outdated = new Set<PlannedFile>();
  for (const file of plan.files) {
    if (!isOutdated(file, before, state, asOfMs)) continue;
    if (await isOurs(root, before.get(file.path)!, signal)) outdated.add(file);
  }
  return [
    ["overwrite", [...outdated]],
    ["resume", plan.files.filter((file) => !outdated.has(file))],
  ];
}

/** Fresh links for the files of a plan. */
export async function renewed(
  context: Context,
  type: PresignBody["exportType"],
  plan: TransferPlan,
  aging: AgingLinks,
): Promise<Links> {
  const fileNames = plan.files.map(({ asset }) => asset);
  const { files, issuedMs } = await presignedFiles(context, { body: { exportType: type, fileNames } });
  return aging.take(type, files, issuedMs);
}

/** A file is at least of the refresh before its link was asked for. */
async function remember(
  { world }: Context,
  root: string,
  state: ExportState,
  { files }: TransferSummary,
  asOfMs: number,
): Promise<void> {
  const fetched = files.filter(({ status }) => status === "downloaded");
  if (fetched.length === 0) return;
  for (const { path, item, asset } of fetched) state.set(path, refreshOf(item, asset, asOfMs));
  await writeState(root, state, world.uuid());
}
