import type { ChecksumMode } from "../../domain/orders/download-options.ts";
import { findDigestFault, type Digest } from "../hashing/digest.ts";
import { GZIP } from "../reply/codings.ts";
import { findHeadFault, isForeignGzip, isOfFormat } from "../reply/content.ts";
import { NOT_AS_ANNOUNCED } from "../rerun-hint.ts";
import type { OpenFile } from "./sink.ts";

/** A fault of the received bytes. It has a next step if the bytes contradict the response headers, not the item. */
interface ByteFault {
  fault: string;
  next?: string;
}

/** Checks the received bytes against size, digests and format. Returns the checks that passed, or the first fault. */
export function verifyBytes(
  { file, digests, sink }: OpenFile,
  mode: ChecksumMode,
  proof: string,
): { how: string[] } | ByteFault {
  const { identity } = sink;
  const done = sink.written.prefix;
  if (identity.size !== undefined && done !== identity.size)
    return { fault: `${done} bytes arrived, ${identity.size} were announced` };
  if (file.size !== undefined && done !== file.size) {
    return { fault: `${done} bytes arrived, the item promises ${file.size}` };
  }
  // Neither a size nor a digest has shown that the bytes are the file.
  const isUnproven = file.size === undefined && digests.length === 0;
  const wrongHead = isUnproven ? findHeadFault(sink.head(), file, mode) : undefined;
  if (wrongHead !== undefined) return { fault: wrongHead };
  const { coding } = identity;
  const isCompared = mode === "full" && digests.length > 0;
  const isCoded =
    (isUnproven && coding !== undefined && !isOfFormat(sink.head(), file)) ||
    (coding === GZIP && !isCompared && isForeignGzip(sink.head(), file));
  if (isCoded)
    return { fault: `the server sent the file in the coding "${coding}", which was not requested` };
  const promised = file.size === undefined ? [] : ["file:size"];
  if (mode !== "full") return { how: [proof, ...promised] };
  const found = checkDigests(digests, sink);
  if ("fault" in found) return found;
  const how = found.agreed.map(({ from, algorithm }) => `${from} ${algorithm}`);
  return { how: [...new Set([proof, ...promised, ...how])] };
}

/**
 * Returns the digests that match, or the fault of the first mismatch. If the item has a digest, a mismatch of a header's digest is not a
 * fault, because the header may describe another form of the object.
 */
function checkDigests(
  own: readonly Digest[],
  sink: OpenFile["sink"],
): { agreed: readonly Digest[] } | ByteFault {
  const { identity } = sink;
  const computed = sink.digests();
  const fault = findDigestFault(own, computed);
  if (fault !== undefined) return { fault };
  if (own.length === 0) {
    const ofHeader = findDigestFault(identity.digests, computed);
    if (ofHeader !== undefined) return { fault: ofHeader, next: NOT_AS_ANNOUNCED };
  }
  const agreed = identity.digests.filter((digest) => findDigestFault([digest], computed) === undefined);
  return { agreed: [...own, ...agreed] };
}
