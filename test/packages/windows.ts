/** Executables for Windows: their parts, and Wine, which starts them. */
import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished, type TestContext } from "vitest";
import { need } from "../need.ts";
import { newFolder } from "../new-folder.ts";

export interface WindowsExecutable {
  /** 0x8664 is x64, 0xaa64 is arm64. */
  machine: number;
  /** Place and size of the signatures; zeros without one. */
  signature: [number, number];
  /** The parts inside, as Node finds them. */
  parts: Buffer;
}

/** Reads a file of Microsoft's format PE32+. Throws if a header or the parts are not where that format has them. */
export function readWindowsExecutable(path: string): WindowsExecutable {
  const bytes = readFileSync(path);
  const start = bytes.readUInt32LE(0x3c);
  if (bytes.toString("latin1", start, start + 4) !== "PE\0\0") throw new Error(`${path}: no PE header`);
  const [file, image] = [start + 4, start + 24];
  if (bytes.readUInt16LE(image) !== 0x20b) throw new Error(`${path}: not of 64 bits`);
  const directory = (index: number): [number, number] => [
    bytes.readUInt32LE(image + 112 + index * 8),
    bytes.readUInt32LE(image + 116 + index * 8),
  ];
  const [resources] = directory(2);
  const sections = image + bytes.readUInt16LE(file + 16);
  const headers = Array.from({ length: bytes.readUInt16LE(file + 2) }, (_, index) => sections + index * 40);
  const section = headers.find((header) => bytes.readUInt32LE(header + 12) === resources);
  if (section === undefined) throw new Error(`${path}: no resources`);
  const base = bytes.readUInt32LE(section + 20);

  // A tree of three levels: type, name, language.
  const RAW_DATA = 10;
  const byType = entriesAt(bytes, base, 0).find(({ id }) => id === RAW_DATA)!;
  const byName = entriesAt(bytes, base, byType.offset).find(({ id }) => id === "NODE_SEA_BLOB")!;
  const { offset } = entriesAt(bytes, base, byName.offset)[0]!;
  const at = bytes.readUInt32LE(base + offset) - resources + base;
  const parts = bytes.subarray(at, at + bytes.readUInt32LE(base + offset + 4));
  return { machine: bytes.readUInt16LE(file), signature: directory(4), parts };
}

function entriesAt(bytes: Buffer, base: number, offset: number): { id: number | string; offset: number }[] {
  const table = base + offset;
  const count = bytes.readUInt16LE(table + 12) + bytes.readUInt16LE(table + 14);
  return Array.from({ length: count }, (_, index) => {
    const entry = table + 16 + index * 8;
    const id = bytes.readUInt32LE(entry);
    const target = bytes.readUInt32LE(entry + 4) & 0x7fff_ffff;
    if (id < 0x8000_0000) return { id, offset: target };
    const name = base + (id & 0x7fff_ffff);
    return {
      id: bytes.toString("utf16le", name + 2, name + 2 + 2 * bytes.readUInt16LE(name)),
      offset: target,
    };
  });
}

/** Wine 8 cannot set the interval of keep-alive probes: Node would close every connection. */
const WITHOUT_KEEP_ALIVE =
  '"use strict";\nrequire("node:net").Socket.prototype.setKeepAlive = function () {\n  return this;\n};\n';

/**
 * Returns a copy of the bytes of an executable that Wine 8 can start. V8 reserves memory by VirtualAlloc2 if Windows has it, and
 * Wine's lacks a feature of it; with one letter of the name changed, V8 does as on an older Windows.
 */
export function adaptForWine(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const name = "VirtualAlloc2\0";
  const at = copy.indexOf(name);
  if (at === -1 || copy.includes(name, at + 1)) throw new Error(`${name.slice(0, -1)} is not there once`);
  copy.write("VirtualAllocX", at, "latin1");
  return copy;
}

export interface Wine {
  /** The folder C:\work. */
  folder: string;
  /** Runs a program in C:\work. */
  run(
    program: string,
    words: readonly string[],
  ): Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** Starts a Windows of its own in Wine, which ends with the test. */
export async function openWine(context: Pick<TestContext, "skip" | "task">): Promise<Wine> {
  need(spawnSync("wine", ["--version"]).status === 0, "Wine is not installed (Debian: wine wine64)", context);
  const home = await newFolder();
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    WINEPREFIX: join(home, "prefix"),
    WINEARCH: "win64",
    WINEDEBUG: "-all",
    WINEDLLOVERRIDES: "mscoree=;mshtml=",
    NODE_OPTIONS: "--require C:/without-keep-alive.cjs",
  };
  onTestFinished(async () => {
    spawnSync("wineserver", ["-k"], { env });
    await rm(home, { recursive: true, force: true, maxRetries: 10 });
  });
  const drive = join(home, "prefix", "drive_c");
  const folder = join(drive, "work");
  let runs = 0;
  const run: Wine["run"] = async (program, words) => {
    // Wine cannot hand a program a pipe of Linux.
    runs += 1;
    const [out, err] = [join(home, `out-${runs}`), join(home, `err-${runs}`)];
    const files = [openSync(out, "w"), openSync(err, "w")] as const;
    const child = spawn("wine", [program, ...words], { cwd: folder, env, stdio: ["ignore", ...files] });
    const code = await new Promise<number | null>((resolve, reject) =>
      child.on("error", reject).on("close", resolve),
    );
    for (const file of files) closeSync(file);
    return { code, stdout: readFileSync(out, "utf8"), stderr: readFileSync(err, "utf8") };
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(drive, "without-keep-alive.cjs"), WITHOUT_KEEP_ALIVE);
  // Node refuses an older Windows.
  const setUp = [
    ["wineboot", "--init"],
    ["winecfg", "-v", "win10"],
  ] as const;
  for (const [program, ...words] of setUp) {
    const { code } = await run(program, words);
    if (code !== 0) throw new Error(`${program} ended with ${code}`);
  }
  return { folder, run };
}
