/**
 * Ceph's S3 endpoint on this machine: a monitor, a storage daemon that keeps its objects in memory, and radosgw. It is what
 * many object stores run, and it judges for itself: signatures, digests of contents, the sizes and the list of the parts.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAMS = ["ceph", "ceph-authtool", "ceph-mon", "ceph-osd", "monmaptool", "radosgw", "radosgw-admin"];
const READY_MS = 60_000;

export const hasRadosgw = (): boolean =>
  PROGRAMS.every((program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0);

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}

/** Starts a cluster of one with one user; `stop` ends it and forgets its objects. */
export async function startRadosgw(accessKey: string, secret: string) {
  const dir = await mkdtemp(join(tmpdir(), "swath-radosgw-"));
  const [v2, v1, port] = await freePorts(3);
  const cluster = randomUUID();
  const monitors = `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`;
  const config = join(dir, "ceph.conf");
  const keyring = join(dir, "keyring");
  const osdKeyring = join(dir, "osd-keyring");
  await writeFile(
    config,
    `[global]
      fsid = ${cluster}
      mon host = ${monitors}
      public addr = 127.0.0.1
      keyring = ${keyring}
      run dir = ${dir}
      admin socket = ${dir}/$name.socket
      log file = ${dir}/$name.log
      osd pool default size = 1
      osd pool default min size = 1
      osd pool default pg num = 1
      osd crush chooseleaf type = 0
      mon allow pool size one = true
      mon data avail crit = 0
      mon data avail warn = 0
      paxos propose interval = 0.05
    [mon]
      mon data = ${dir}/mon
    [osd]
      osd data = ${dir}/osd
      keyring = ${osdKeyring}
      osd objectstore = memstore
      memstore device bytes = 8589934592
    [client.admin]
      keyring = ${keyring}
      rgw frontends = beast endpoint=127.0.0.1:${port}
      rgw data = ${dir}/rgw
      rgw gc obj min wait = 1
      rgw gc processor period = 2
    `.replaceAll(/^ +/gm, ""),
  );
  const env = { ...process.env, CEPH_CONF: config };
  const run = (program: string, ...words: string[]): string => {
    const { status, stdout, stderr } = spawnSync(program, words, {
      env,
      encoding: "utf8",
      timeout: READY_MS,
    });
    if (status !== 0) throw new Error(`${program} ${words.join(" ")}: exit code ${status}\n${stderr}`);
    return stdout;
  };
  const daemons: ChildProcess[] = [];
  const daemon = (program: string, ...words: string[]): void => {
    const output = openSync(join(dir, `${program}.txt`), "a");
    daemons.push(spawn(program, ["-f", ...words], { env, stdio: ["ignore", output, output] }));
  };
  const stop = async (): Promise<void> => {
    for (const child of daemons.reverse()) {
      if (child.exitCode !== null) continue;
      const ended = once(child, "close");
      child.kill("SIGKILL");
      await ended;
    }
    await rm(dir, { recursive: true, force: true });
  };
  const all = ["--cap", "mon", "allow *", "--cap", "osd", "allow *", "--cap", "mgr", "allow *"];
  const endpoint = `http://127.0.0.1:${port}`;
  try {
    run("ceph-authtool", "--create-keyring", keyring, "--gen-key", "-n", "mon.", "--cap", "mon", "allow *");
    run("ceph-authtool", keyring, "--gen-key", "-n", "client.admin", ...all);
    const map = join(dir, "monmap");
    run("monmaptool", "--create", "--addv", "a", monitors, "--fsid", cluster, map);
    run("ceph-mon", "--mkfs", "-i", "a", "--monmap", map, "--keyring", keyring);
    daemon("ceph-mon", "-i", "a");
    const id = randomUUID();
    run("ceph", "osd", "new", id);
    const osdRights = ["mon", "allow profile osd", "osd", "allow *"];
    await writeFile(osdKeyring, run("ceph", "auth", "get-or-create", "osd.0", ...osdRights));
    await mkdir(join(dir, "osd"));
    run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", id);
    daemon("ceph-osd", "-i", "0");
    const user = ["--uid", "swath", "--display-name", "swath"];
    run("radosgw-admin", "user", "create", ...user, "--access-key", accessKey, "--secret", secret);
    daemon("radosgw", "-n", "client.admin");
    await untilAnswers(endpoint);
  } catch (error) {
    const said = await readFile(join(dir, "radosgw.txt"), "utf8").catch(() => "");
    await stop();
    throw new Error(`Ceph does not start: ${String(error)}\n${said}`, { cause: error });
  }
  return { endpoint, stop };
}

async function untilAnswers(endpoint: string): Promise<void> {
  const until = performance.now() + READY_MS;
  for (;;) {
    try {
      await fetch(endpoint);
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
