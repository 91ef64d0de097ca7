import { digestFault, type Digest, type HashName } from "../hashing/digest.ts";
import type { ChecksumMode } from "../../domain/orders/download-options.ts";
import type { ObjectIdentity } from "./judge-reply.ts";
import { faultOfHead, type Promised } from "./content.ts";

/** Received bytes, and the properties to check. */
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

/** Checks the received bytes against size, digests and format. Returns the checks that passed, or the first fault. */
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
  // Neither a size nor a digest has shown that the bytes are the file.
  const isUnproven = file.size === undefined && checksum === undefined;
  const wrongHead = isUnproven ? faultOfHead(sink.head(), file, run.settings.checksum) : undefined;
  if (wrongHead !== undefined) return { fault: wrongHead };
  const promised = file.size === undefined ? [] : ["file:size"];
  if (run.settings.checksum !== "full") return { how: [proof, ...promised] };
  const expected = [...(checksum === undefined ? [] : [checksum]), ...digests];
  const fault = digestFault(expected, sink.digests());
  if (fault !== undefined) return { fault };
  const how = [proof, ...promised];
  for (const { algorithm, from } of expected) how.push(`${from} ${algorithm}`);
  return { how: [...new Set(how)] };
}
