import { readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { readBootId } from "./boot-id.ts";

/** Where a process id means something: the same number is another process in every other place. */
export interface Place {
  host: string;
  /** Of the running kernel; absent where the system does not say. */
  boot?: string;
  /** The namespace of process ids, as `pid:[4026531836]` (namespaces(7)): each container has its own. Linux only. */
  pids?: string;
}

export async function readOurPlace(): Promise<Place> {
  const boot = await readBootId();
  const pids = await readlink("/proc/self/ns/pid").catch(() => undefined);
  return { host: hostname(), ...(boot !== undefined && { boot }), ...(pids !== undefined && { pids }) };
}

/** True when a process id of one may be looked up in the other. */
export const isSamePlace = (one: Partial<Place>, other: Place): boolean =>
  one.host === other.host && one.boot === other.boot && one.pids === other.pids;
