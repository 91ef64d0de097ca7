/**
 * Facts of the machine that runs the tests. A recording or a fixture with one passes here and fails on every other machine. The
 * recorder therefore replaces them and refuses the rest, and a test searches all fixtures.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { homedir, hostname, release, tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Names of many machines: finding one proves nothing about this machine. */
const COMMON_NAMES = new Set(["localhost", "root", "nobody", "nogroup", "users", "staff", "wheel", "node"]);

/** Node version of the test world (`testWorld`): outputs may contain it. */
export const NODE_OF_TESTS = "22.19.0";

type FactName = keyof typeof PATTERNS;

export interface MachineFact {
  name: FactName;
  value: string;
  /** Matches the value if it is certainly this fact; undefined if that is unknowable. */
  pattern: RegExp | undefined;
}

const exactly = (value: string): RegExp => new RegExp(escaped(value), "gu");
/** A path and its content: `/home/ann` is not in `/home/anna`. One component (`/data`, `/tmp`) may be in any text. */
const asPath = (value: string): RegExp | undefined =>
  /[/\\].*[/\\]/u.test(value)
    ? new RegExp(`(?<![\\w.~/-])${escapedPath(value)}(?![\\w.-])`, "gu")
    : undefined;
/** JSON doubles the backslashes of Windows. */
const escapedPath = (value: string): string => escaped(value).replaceAll("\\\\", "\\\\{1,4}");
/** A name may be an ordinary word (`order`, `member`): it counts only as the value of a matching key. */
const asName =
  (keys: string) =>
  (value: string): RegExp =>
    new RegExp(`(?<=\\b(?:${keys})\\\\*"\\s*:\\s*\\\\*")${escaped(value)}(?=\\\\*")`, "giu");
const asVersion = (value: string): RegExp => new RegExp(`(?<![\\d.])${escaped(value)}(?![\\d.])`, "gu");

const PATTERNS = {
  "boot id": exactly,
  "machine id": exactly,
  "host name": asName("host|hostname"),
  "user name": asName("user|username|owner"),
  "group name": asName("group"),
  "temporary folder": asPath,
  "project folder": asPath,
  "home folder": asPath,
  "kernel version": exactly,
  "Node version": asVersion,
};

/**
 * The facts that identify a machine, longer values first, since one path may be in another. Missing facts are dropped, and a
 * second one with the same value: user and group often share a name.
 */
export function machineFacts(values: Partial<Record<FactName, string>> = thisMachine()): MachineFact[] {
  const found = new Map<string, MachineFact>();
  for (const [name, value] of Object.entries(values) as [FactName, string | undefined][]) {
    if (value === undefined || value.length < 2 || found.has(value)) continue;
    if (value === NODE_OF_TESTS || COMMON_NAMES.has(value)) continue;
    found.set(value, { name, value, pattern: PATTERNS[name](value) });
  }
  return [...found.values()].sort((a, b) => b.value.length - a.value.length);
}

/** Any of them may be unknown: a container has no machine id, and its user no entry in /etc/passwd. */
function thisMachine(): Partial<Record<FactName, string>> {
  return {
    "boot id": read(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
    "machine id": read(() => readFileSync("/etc/machine-id", "utf8")),
    "host name": read(hostname),
    "user name": read(() => userInfo().username),
    "group name": read(() => execFileSync("id", ["-gn"], { encoding: "utf8", stdio: "pipe" })),
    "temporary folder": read(tmpdir),
    "project folder": join(import.meta.dirname, ".."),
    "home folder": read(homedir),
    "kernel version": read(release),
    "Node version": process.versions.node,
  };
}

function read(fact: () => string): string | undefined {
  try {
    return fact().trim();
  } catch {
    return undefined;
  }
}

/** Each of the patterns that a text contains, with its surroundings: `host name: ..."host":"build-7","pid"...`. */
export function findFacts(
  text: string,
  patterns: Iterable<readonly [name: string, pattern: RegExp | undefined]>,
): string[] {
  return [...patterns].flatMap(([name, pattern]) => {
    const at = pattern === undefined ? -1 : text.search(pattern);
    return at === -1 ? [] : [`${name}: ...${text.slice(Math.max(0, at - 40), at + 60)}...`];
  });
}

/** A regular expression that matches a text literally. */
export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
}
