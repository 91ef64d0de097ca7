/** Export files into a folder: what is there and current stays, what was made anew replaces it, the rest is fetched. */
import type { Context } from "../../cli/context.ts";
import type { PresignedFile } from "../../contract/read-exports.ts";
import { readManifest, type Manifest } from "../../transfer/manifest.ts";
import type { ExistingPolicy } from "../../transfer/options.ts";
import { planTransfers, type PlannedFile, type TransferPlan } from "../../transfer/plan.ts";
import { shardOf, type Shard } from "../../transfer/shard.ts";
import { linkKey, type Links } from "../../transfer/transfer-source.ts";
import type { TransferSummary } from "../../transfer/events.ts";
import { AgingLinks, sourcesOf } from "./aging-links.ts";
import { readState, writeState } from "./export-state.ts";
import { joinSummaries, withoutLinks } from "./fetch-report.ts";
import { presignedFiles } from "./presigned-files.ts";
import type { PresignBody } from "../../commands/export/presign-request.ts";
import { sortOutdated } from "./sort-outdated.ts";
import { refreshSeenOf } from "./stale-files.ts";
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
  /** Where files go, by `linkKey`, if not where they would if these were all that there are. */
  paths?: ReadonlyMap<string, string>;
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
  const { type, files, issuedMs, asOfMs, layout, resume, bytesPerSecond, shard, paths } = delivery;
  const before = new Map(await readManifest(root));
  const state = await readState(root);
  const aging = new AgingLinks(() => context.world.clock.now());
  let links: Links = aging.take(type, files, issuedMs);
  const named = planTransfers(sourcesOf(type, files), { layout });
  const pathOf = ({ item, asset, path }: PlannedFile): string =>
    paths?.get(linkKey({ item, assetKey: asset })) ?? path;
  const whole = { ...named, files: named.files.map((file) => ({ ...file, path: pathOf(file) })) };
  const plan = shard === undefined ? whole : shardOf(whole, shard);
  const renew = async (): Promise<Links> => (links = await renewed(context, type, plan, aging));
  const { outdated, confirmed } = await sortOutdated(context, root, {
    files: delivery.policy === "resume" ? plan.files : [],
    manifest: before,
    state,
    asOfMs,
    links,
    aging,
  });
  const parts: Part[] = [
    ["overwrite", plan.files.filter((file) => outdated.has(file))],
    [delivery.policy, plan.files.filter((file) => !outdated.has(file))],
  ];
  const summaries: TransferSummary[] = [withoutLinks(context, plan)];
  for (const [policy, part] of parts) {
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
  const seen = summary.files.filter(
    ({ status, path }) => status === "downloaded" || (status === "skipped" && confirmed.has(path)),
  );
  if (seen.length > 0) {
    for (const { path, item, asset, sha256 } of seen) {
      const { etag, modifiedMs } = aging.versionOf(asset) ?? {};
      // Bytes that are still the same may be so because their refresh is still to come.
      const sinceMs = modifiedMs ?? (confirmed.has(path) ? state.get(path)?.refreshMs : undefined);
      state.set(path, { refreshMs: refreshSeenOf(item, asset, asOfMs, sinceMs), etag, sha256 });
    }
    await writeState(root, state);
  }
  return { summary, before };
}

type Part = readonly [ExistingPolicy, readonly PlannedFile[]];

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
