import type { Take } from "../../contract/send.ts";
import type { Job, Outcome } from "../job.ts";
import type { BodyEnd, Store } from "./receive-body.ts";

/** Where a body goes: the part file, with a progress event for each piece of it. */
export function storeInto({ run, ref, part }: Job): Store {
  const { rate } = run;
  const tell = (): void => run.emit({ type: "progress", file: ref, done: part.done, size: part.size });
  const store: Take = (chunk) => {
    const stored = part.append(chunk);
    if (stored !== undefined) return stored.then(tell);
    tell();
    return undefined;
  };
  const paced: Take = (chunk) => rate!.take(chunk.length, run.signal).then(() => store(chunk));
  const pour: Store["pour"] = async (reply, onCount) => {
    const pouring = reply.pour!({
      fd: part.handle.fd,
      position: part.done,
      onWritten: (position) => {
        onCount(position - part.done);
        part.noteWritten(position);
        tell();
      },
    });
    part.lendTo(pouring);
    await pouring;
  };
  return { take: rate === undefined ? store : paced, pour };
}

/** A body that did not end in order is tried again behind what has arrived. */
export function bodyFault(end: Exclude<BodyEnd, { kind: "ended" | "too-long" }>): Outcome {
  if (end.kind === "too-slow") {
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason: "the connection slowed to a trickle" };
  }
  const { error } = end;
  if (error.name === "CodingError") {
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason: error.message, isFromZero: true };
  }
  return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason: `the connection broke (${error.reason})` };
}
