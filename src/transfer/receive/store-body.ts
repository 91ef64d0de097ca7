import type { Take } from "../../contract/send.ts";
import { onDisk } from "../../disk/disk-error.ts";
import type { RequestOutcome } from "../run/job.ts";
import type { Connection } from "../segments/connection.ts";
import { leftOf } from "../segments/segment-plan.ts";
import { EndOfBody, type BodyEnd, type Store } from "./receive-body.ts";

/** Where a body goes: its place in the part file, up to the end of the segment, with a progress event for each piece. */
export function storeInto(connection: Connection): Store {
  const { download, segment, signal } = connection;
  const { run, ref, part } = connection.job;
  const { rate } = run;
  const { clock } = run.settings;
  const tell = (bytes: number, pausedMs: number): void => {
    segment.at += bytes;
    run.emit({ type: "progress", file: ref, done: part.held, size: part.size });
    download.note(connection, bytes, pausedMs);
  };
  const take: Take = (chunk) => {
    const left = leftOf(segment);
    const bytes = chunk.length > left ? chunk.subarray(0, left) : chunk;
    const settle = (pausedMs: number): void => {
      connection.writing = undefined;
      tell(bytes.length, pausedMs);
      if (bytes.length < chunk.length) throw new EndOfBody("reached");
    };
    const startMs = clock.now();
    const stored =
      rate === undefined
        ? part.write(bytes, segment.at)
        : rate.take(bytes.length, signal).then(() => part.write(bytes, segment.at));
    connection.writing = stored;
    if (stored !== undefined) return stored.then(() => settle(clock.now() - startMs));
    settle(0);
    return undefined;
  };
  const writeTo: Store["writeTo"] = async (reply, onCount) => {
    const writing = reply.writeTo!({
      fd: part.handle.fd,
      position: segment.at,
      onWritten: (position) => {
        const bytes = position - segment.at;
        onCount(bytes);
        // A thread is told late where to end; what it wrote beyond is right, and there twice at worst.
        part.noteWritten(segment.at, position);
        tell(bytes, 0);
        if (segment.at >= segment.to && segment.to < download.size) throw new EndOfBody("reached");
      },
    });
    await onDisk(part.paths.part, () => part.lendTo(writing));
  };
  return { take, writeTo };
}

/** A body that did not end in order is tried again behind what has arrived; what was not read to its end is no fault. */
export function bodyFault(end: Exclude<BodyEnd, { kind: "ended" | "too-long" }>): RequestOutcome {
  if (end.kind === "reached") return { kind: "more" };
  if (end.kind === "too-slow") {
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason: "the connection slowed to a trickle" };
  }
  const { error } = end;
  if (error.name === "CodingError") {
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason: error.message, isFromZero: true };
  }
  return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason: `the connection broke (${error.reason})` };
}
