/** No fact of the recording machine is in a recording. */
import { describe, expect, test } from "vitest";
import { machineFacts } from "../machine-facts.ts";
import { withoutHome } from "../names-below.ts";
import { machineLeftIn, withoutMachine } from "./machine-free.ts";

const HOME = "/tmp/swath-cli-x1";

const KEYS: Record<string, string> = { "host name": "host", "user name": "user", "group name": "group" };

test.each(
  machineFacts()
    .filter(({ pattern }) => pattern !== undefined)
    .map(({ name, value }) => [name, value] as const),
)("the %s is replaced", (name, value) => {
  const key = KEYS[name] ?? "fact";
  const recorded = withoutMachine(JSON.stringify({ [key]: value }), HOME);
  expect(recorded).toBe(`{"${key}":"<${name}>"}`);
});

test("the home folder of the run and the free space are replaced", () => {
  expect(withoutMachine(`${HOME}/out: 79.9 GB free, "freeBytes": 85899345920`, HOME)).toBe(
    '<home>/out: <bytes> free, "freeBytes": <bytes>',
  );
});

test("DESK-40 P25 a path of Windows below the home folder is recorded as on every other system, also in JSON", () => {
  const home = String.raw`C:\users\ana\Temp\swath-x1`;
  const line = String.raw`${home}\out\a.tif: gone\n? Type: rm '${home}\out'`;
  expect(withoutHome(line, home, "\\")).toBe(String.raw`<home>/out/a.tif: gone\n? Type: rm <home>/out`);
  const report = (text: string): string => JSON.stringify({ text, "a\nb": `${text}\n${text}` });
  const plain = report(`<home>/out/b.tif`);
  expect(withoutHome(report(String.raw`${home}\out\b.tif`), home, "\\")).toBe(plain);
  expect(withoutHome(report(report(String.raw`${home}\out\b.tif`)), home, "\\")).toBe(report(plain));
});

describe("a recording is refused if it contains", () => {
  test.each(machineFacts().map(({ name, value }) => [name, value] as const))(
    "the %s in a form that is not replaced",
    (name, value) => {
      for (const form of [value.toUpperCase(), encodeURI(value), encodeURIComponent(value)])
        expect(machineLeftIn(`made on ${form}, today`).join()).toContain(name);
    },
  );

  test.each([
    [String.raw`{\"pid\": 4711}`, "process id"],
    ["hashed on 16 cores", "number of processors"],
    ['"freeBytes": 85899345920', "free space"],
    ["made under umask 0027", "umask"],
    ["2026-03-10 at 01:32 Pacific/Chatham", "time zone of the recorder"],
    ["2026-03-11T01:32:00+13:45", "time zone of the recorder"],
    ["a locale such as tr-TR", "language of the recorder"],
  ])("%s: %s", (text, name) => {
    expect(machineLeftIn(text).join()).toContain(name);
  });
});

test("the process id and the Node version of the test world are not facts of the machine", () => {
  expect(machineLeftIn(String.raw`{\"pid\": 100} Node 22.19.0`)).toEqual([]);
});
