import { digestFault, type Digest, type HashName } from "../hashing/digest.ts";
import type { ChecksumMode } from "../../domain/orders/download-options.ts";
import { isPageBody, SENT_A_PAGE, type Promised } from "./web-page.ts";

/** What arrived, and what is held against it. */
interface Arrived {
  run: { settings: { checksum: ChecksumMode } };
  file: Promised["file"];
  part: {
    done: number;
    size: number | undefined;
    sidecar: { digests: readonly Digest[] };
    digests(): ReadonlyMap<HashName, string>;
    /** The first bytes, as many as `HEAD_BYTES` at least where there are so many. */
    head(): Uint8Array;
  };
  checksum: Digest | undefined;
}

/** Everything on offer against the bytes received: what agreed, or the first thing that did not. */
export function verifyPart(
  { run, file, part, checksum }: Arrived,
  proof: string,
): { how: string[] } | { fault: string } {
  const { done, size, sidecar } = part;
  if (size !== undefined && done !== size) return { fault: `${done} bytes arrived, ${size} were announced` };
  if (file.size !== undefined && done !== file.size) {
    return { fault: `${done} bytes arrived, the item promises ${file.size}` };
  }
  if (isPageBody(() => part.head(), { file, checksum })) return { fault: SENT_A_PAGE };
  const promised = file.size === undefined ? [] : ["file:size"];
  if (run.settings.checksum !== "full") return { how: [proof, ...promised] };
  const expected = [...(checksum === undefined ? [] : [checksum]), ...sidecar.digests];
  const fault = digestFault(expected, part.digests());
  if (fault !== undefined) return { fault };
  const how = [proof, ...promised];
  for (const { algorithm, from } of expected) how.push(`${from} ${algorithm}`);
  return { how: [...new Set(how)] };
}
