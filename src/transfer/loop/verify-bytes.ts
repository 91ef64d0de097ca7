import type { ChecksumMode } from "../../domain/orders/download-options.ts";
import { digestFault } from "../hashing/digest.ts";
import { faultOfHead } from "../reply/content.ts";
import type { OpenFile } from "./sink.ts";

/** Checks the received bytes against size, digests and format. Returns the checks that passed, or the first fault. */
export function verifyBytes(
  { file, checksum, sink }: OpenFile,
  mode: ChecksumMode,
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
  const wrongHead = isUnproven ? faultOfHead(sink.head(), file, mode) : undefined;
  if (wrongHead !== undefined) return { fault: wrongHead };
  const promised = file.size === undefined ? [] : ["file:size"];
  if (mode !== "full") return { how: [proof, ...promised] };
  const expected = [...(checksum === undefined ? [] : [checksum]), ...digests];
  const fault = digestFault(expected, sink.digests());
  if (fault !== undefined) return { fault };
  const how = [proof, ...promised];
  for (const { algorithm, from } of expected) how.push(`${from} ${algorithm}`);
  return { how: [...new Set(how)] };
}
