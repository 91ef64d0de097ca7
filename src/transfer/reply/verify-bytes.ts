import { digestFault, type Digest, type HashName } from "../hashing/digest.ts";
import type { ChecksumMode } from "../../domain/orders/download-options.ts";
import { isPageBody, SENT_A_PAGE, type Promised } from "./web-page.ts";
import type { ObjectIdentity } from "./judge-reply.ts";

/** What arrived, and what is held against it. */
interface Arrived {
  run: { settings: { checksum: ChecksumMode } };
  file: Promised["file"];
  checksum: Digest | undefined;
  sink: {
    readonly written: { readonly prefix: number };
    readonly identity: ObjectIdentity;
    digests(): ReadonlyMap<HashName, string>;
    head(): Uint8Array;
  };
}

/** Everything on offer against the bytes received: what agreed, or the first thing that did not. */
export function verifyBytes(
  { run, file, sink, checksum }: Arrived,
  proof: string,
): { how: string[] } | { fault: string } {
  const { size, digests } = sink.identity;
  const done = sink.written.prefix;
  if (size !== undefined && done !== size) return { fault: `${done} bytes arrived, ${size} were announced` };
  if (file.size !== undefined && done !== file.size) {
    return { fault: `${done} bytes arrived, the item promises ${file.size}` };
  }
  if (isPageBody(() => sink.head(), { file, checksum })) return { fault: SENT_A_PAGE };
  const promised = file.size === undefined ? [] : ["file:size"];
  if (run.settings.checksum !== "full") return { how: [proof, ...promised] };
  const expected = [...(checksum === undefined ? [] : [checksum]), ...digests];
  const fault = digestFault(expected, sink.digests());
  if (fault !== undefined) return { fault };
  const how = [proof, ...promised];
  for (const { algorithm, from } of expected) how.push(`${from} ${algorithm}`);
  return { how: [...new Set(how)] };
}
