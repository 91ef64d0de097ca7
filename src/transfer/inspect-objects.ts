import pLimit from "p-limit";
import { findInspected, summarizeInspection, type InspectedFile, type Inspection } from "./inspect-plan.ts";
import { toJudged, toRef, type PlannedFile, type TransferPlan } from "./plan.ts";
import { withDefaults } from "./options.ts";
import { ManifestObject } from "./s3/conditional-object.ts";
import { ObjectStore } from "./s3/object-store.ts";
import type { UploadOptions } from "./run-uploads.ts";
import { toKey } from "./s3-target.ts";
import { makeOrigin, checkObject } from "./s3/check-object.ts";

/** Reports what running the plan into a bucket would do. Reads the bucket; writes and fetches nothing. */
export async function inspectObjects(
  plan: TransferPlan,
  options: Omit<UploadOptions, "uploads">,
): Promise<Inspection> {
  const { target, s3, sendToStore, ...conduct } = options;
  const settings = withDefaults(conduct);
  const signal = settings.signal ?? new AbortController().signal;
  const store = new ObjectStore(s3, target, { ...settings, send: sendToStore });
  const manifest = new ManifestObject(store);
  await manifest.read(signal);
  const look = { store, manifest: manifest.entries, settings, signal };
  const limit = pLimit(settings.concurrency);
  const inspect = async (planned: PlannedFile): Promise<InspectedFile> => {
    const { file, digests } = toJudged(settings.checksum, planned);
    const ref = { ...toRef(file), ...(planned.size !== undefined && { size: planned.size }) };
    const existing = await checkObject(look, file, {
      key: toKey(target, file.path) ?? file.path,
      origin: makeOrigin(planned),
      digests,
    });
    return findInspected(ref, existing) ?? { ...ref, status: "fetch" };
  };
  return summarizeInspection(await Promise.all(plan.files.map((file) => limit(() => inspect(file)))));
}
