/** P10 P20 P21 the disk under a download: full, read-only, planted, shared, and writable by every user. */
import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { QUOTED_COMMAND, shell, swath } from "../e2e/swath.ts";
import { need } from "../need.ts";
import { sha256 } from "../sha256.ts";
import { itemOf, ordered, SCENE, sendObject, signed } from "./data-host.ts";
import { hostileServer, type HostileServer } from "./hostile-server.ts";
import { homeFolder, KEY } from "./matrix.ts";
import { isPlaced, onlyAt } from "./placing.ts";
import { bytesOf, json, say } from "./reply.ts";

/**
 * A line of shell in a home whose folder `out` is a separate file system: mounted by root, else in a user namespace. Cases
 * without a mount are in failing-disks.test.ts.
 */
function withDisk(home: string, options: string, line: string, env: Record<string, string>) {
  const inside = `mount -t tmpfs -o ${options} tmpfs out\nswath() { ${QUOTED_COMMAND} "$@"; }\n${line}`;
  return shell(`mkdir -p out; unshare ${NAMESPACE} bash -c "$INSIDE"`, {
    home,
    env: { ...env, INSIDE: inside },
  });
}

const UNSHARE = "unshare";
/** The command for a namespace with mounts on this machine, or undefined. */
const NAMESPACE =
  process.platform === "linux"
    ? ["-m", "-rm"].find((how) => {
        const probe = [how, "mount", "-t", "tmpfs", "tmpfs", tmpdir()];
        return spawnSync(UNSHARE, probe, { stdio: "ignore" }).status === 0;
      })
    : undefined;

const NEEDS_MOUNT = "neither root nor a user namespace may mount here";

const dataHost = (
  items = (origin: string) => [itemOf({ HH: { href: signed(origin) } })],
): Promise<HostileServer> => hostileServer(ordered(items, sendObject()));

const envOf = ({ url }: HostileServer): Record<string, string> => ({
  SWATH_BASE_URL: url,
  SWATH_API_KEY: KEY,
});

const ARGS = ["order", "download", "o-1", "--out-dir", "out", "--retries", "1"];

async function finals(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !entry.name.startsWith(".") && !entry.name.endsWith(".ndjson"),
  );
  return Promise.all(files.map(async (entry) => sha256(await readFile(join(entry.parentPath, entry.name)))));
}

describe("P20 a download onto a disk that", () => {
  it("is full exits 14, leaves nothing partial, and completes when there is space", async (context) => {
    need(NAMESPACE !== undefined, NEEDS_MOUNT, context);
    const home = await homeFolder();
    await using server = await dataHost();
    const line = `swath ${ARGS.join(" ")}; echo "code $?"; find out -name "*.tif" -not -name ".*" -print
      mount -o remount,size=4m out; swath ${ARGS.join(" ")} || exit; sha256sum out/coast-1/HH.tif`;
    const { code, stdout, stderr } = await withDisk(home, "size=128k", line, envOf(server));
    expect(stderr).toMatch(/no space is left on the disk[^]*DISK_WRITE_FAILED/);
    expect(stdout).toMatch(/^code 14\n(?!out)/m);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(sha256(SCENE));
  });

  it("is read-only exits 14", async (context) => {
    need(NAMESPACE !== undefined, NEEDS_MOUNT, context);
    const home = await homeFolder();
    await using server = await dataHost();
    const { code, stderr } = await withDisk(home, "size=4m,ro", `swath ${ARGS.join(" ")}`, envOf(server));
    expect(code).toBe(14);
    expect(stderr).toMatch(/^Error: .*out/m);
  });

  it("is not a folder reports it", async () => {
    const home = await homeFolder();
    await writeFile(join(home, "out"), "a file");
    await using server = await dataHost();
    const { code, stderr } = await swath(ARGS, { home, env: envOf(server) });
    expect(code, stderr).toBe(14);
    expect(await readFile(join(home, "out"), "utf8")).toBe("a file");
  });
});

describe("P2 a spend journal that cannot be written", () => {
  it.for([
    ["is full", "size=4k,nr_inodes=2"],
    ["is read-only", "ro"],
  ] as const)("because its disk %s: nothing is sent", async ([, options], context) => {
    need(NAMESPACE !== undefined, NEEDS_MOUNT, context);
    const home = await homeFolder();
    await using server = await hostileServer(onlyAt(isPlaced, say(json({ orderId: "o-1" }, 201))));
    const line = "XDG_STATE_HOME=$PWD/out swath order place --item c/a --yes";
    const { code, stderr } = await withDisk(home, options, line, envOf(server));
    expect(code, stderr).toBe(14);
    expect(stderr).toContain("JOURNAL_UNWRITABLE");
    expect(server.asked.filter(isPlaced).length).toBe(0);
  });
});

describe("P10 planted files", () => {
  it("a link under the file's name is not written through", async () => {
    const home = await homeFolder();
    await mkdir(join(home, "out/coast-1"), { recursive: true });
    await writeFile(join(home, "victim"), "mine");
    await symlink(join(home, "victim"), join(home, "out/coast-1/HH.tif"));
    await using server = await dataHost();
    for (const more of [[], ["--overwrite"], ["--skip-existing"]]) {
      await swath([...ARGS, ...more], { home, env: envOf(server) });
      expect(await readFile(join(home, "victim"), "utf8")).toBe("mine");
    }
  });

  it("a link in place of the item's folder is not followed", async () => {
    const home = await homeFolder();
    await mkdir(join(home, "out"));
    await mkdir(join(home, "elsewhere"));
    await symlink(join(home, "elsewhere"), join(home, "out/coast-1"));
    await using server = await dataHost();
    const { code, stderr } = await swath(ARGS, { home, env: envOf(server) });
    expect(code).toBe(10);
    expect(stderr).toContain("PATH_UNSAFE");
    expect(await readdir(join(home, "elsewhere"))).toEqual([]);
  });

  it("names that lead out of the folder stay inside, and a bad link stops no other file", async () => {
    const home = await homeFolder();
    const NAMES = [
      "../../up",
      "/etc/cron.d/x",
      "..\\..\\win",
      "a\0b",
      "~/.ssh/id",
      "con",
      "-rf",
      ".bashrc",
      "x".repeat(400),
      "\u202egpj",
      "%2e%2e%2fup",
    ];
    await using server = await dataHost((origin) => [
      ...NAMES.map((name) =>
        itemOf({ [name]: { href: signed(origin, `${encodeURIComponent(name)}.tif`) } }, name),
      ),
      itemOf(
        { bad: { href: "file:///etc/passwd" }, worse: { href: "http://169.254.169.254/latest" } },
        "last",
      ),
    ]);
    const { code } = await swath([...ARGS, "--concurrency", "8"], { home, env: envOf(server) });
    expect(code).toBe(10);
    expect((await finals(join(home, "out"))).length).toBe(NAMES.length);
    expect((await readdir(home)).filter((name) => !name.startsWith("."))).toEqual(["out"]);
    const below = await readdir(join(home, "out"), { recursive: true });
    for (const path of below) expect(Buffer.byteLength(path.split("/").at(-1)!)).toBeLessThanOrEqual(255);
  });
});

describe("P12 umask 000", () => {
  it("makes none of our files readable by others", async () => {
    const home = await homeFolder();
    await using server = await hostileServer((socket, asked, count) => {
      if (isPlaced(asked)) return socket.write(bytesOf(json({ orderId: "o-1", items: [] }, 201)));
      return ordered((origin) => [itemOf({ HH: { href: signed(origin) } })], sendObject())(
        socket,
        asked,
        count,
      );
    });
    const line =
      "umask 000; echo key-1234567 | swath auth login --api-key-stdin --no-check; swath order place --item c/a --yes --log-file run.log; swath config set timeout 5s; swath order download o-1 --out-dir out; rm -r out";
    const { code, stderr } = await shell(line, { home, env: envOf(server) });
    expect(code, stderr).toBe(0);
    const entries = await readdir(home, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      // Node's own files of compiled code: they are in a folder that others cannot enter.
      if (path.includes(join("swath", "code", ""))) continue;
      if (path.endsWith(join("swath", "code"))) expect((await stat(path)).mode & 0o777).toBe(0o700);
      expect((await stat(path)).mode & (entry.isFile() ? 0o077 : 0o002), path).toBe(0);
    }
  });
});

describe("P21 two processes with one order", () => {
  it("send one request between them", async () => {
    const home = await homeFolder();
    // The sender gets its response when the two others have ended, perhaps before its request arrives. A second
    // request, which is the fault, is answered at once, and so is the first: otherwise each would wait for the other.
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await using server = await hostileServer(
      onlyAt(isPlaced, (socket, _asked, count) => {
        if (count > 1) answer();
        void answered.then(() => socket.write(bytesOf(json({ orderId: "o-1" }, 201))));
      }),
    );
    let ended = 0;
    const run = async () => {
      const { code } = await swath(["order", "place", "--item", "c/a", "--yes"], {
        home,
        // The sender waits however long the others take to start.
        env: { ...envOf(server), SWATH_TIMEOUT: "1h" },
      });
      if ((ended += 1) === 2) answer();
      return code;
    };
    const codes = (await Promise.all([run(), run(), run()])).toSorted((a, b) => Number(a) - Number(b));
    expect(server.asked.filter(isPlaced).length).toBe(1);
    expect(codes).toEqual([0, 13, 13]);
  });
});
