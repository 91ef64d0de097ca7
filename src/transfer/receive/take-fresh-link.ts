import { AppError } from "../../errors.ts";
import type { Job, RequestOutcome } from "../run/job.ts";
import type { Run } from "../run/run.ts";
import { linkKey } from "../transfer-source.ts";

type Expired = Extract<RequestOutcome, { kind: "expired" }>;

/** Something that is being fetched, into a file or through. */
interface Linked extends Pick<Job, "ref" | "file" | "href"> {
  run: Pick<Run, "renewal" | "signal" | "emit"> & { settings: Pick<Run["settings"], "renewals"> };
}

/** A link in place of `href`, which was refused or is too old; another file may have renewed it already. Throws when there is none to be had. */
export async function takeFreshLink(
  job: Linked,
  { status, code, href }: Expired & { href: string },
  renewals: number,
  again: string,
): Promise<void> {
  const { run, ref, file } = job;
  const key = linkKey({ collection: file.collection, item: file.item, assetKey: file.asset });
  const fresh = renewals > run.settings.renewals ? undefined : await run.renewal.renew(key, href, run.signal);
  if (fresh === undefined) {
    const what = code === "SIGNED_URL_EXPIRED" ? "has expired" : "has a wrong signature";
    const tried = renewals > 1 ? ", and so has a fresh one" : "";
    const answer = status === undefined ? "" : ` (${status})`;
    throw new AppError("service", code, `the signed link ${what}${answer}${tried}`, {
      hint: `${again}, with fresh links`,
      status,
    });
  }
  if (job.href !== fresh) run.emit({ type: "renewed", file: ref });
  job.href = fresh;
}
