/** What work takes of a processor. Time on the wall is that of the machine too, which may be busy with other things. */
import { readFileSync } from "node:fs";

/** Milliseconds of processor time that this process used for the work; nothing else may run in it meanwhile. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Milliseconds of processor time of another process so far, in steps of ten. Linux only. */
export function processorMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // Behind the name, which is in brackets: utime and stime, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}
