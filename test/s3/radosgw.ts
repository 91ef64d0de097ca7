/**
 * Ceph's S3 endpoint on this machine: a monitor, a storage daemon with its objects in memory, and radosgw. Many object stores
 * run it, and it makes its own checks: signatures, digests of contents, the sizes and the list of the parts.
 */
import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { constants } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DaemonEnded, startDaemon, type Daemon } from "../daemon.ts";
import { newFolder } from "../new-folder.ts";

const PROGRAMS = ["ceph", "ceph-authtool", "ceph-mon", "ceph-osd", "monmaptool", "radosgw", "radosgw-admin"];

export const hasRadosgw = (): boolean =>
  PROGRAMS.every((program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0);

export interface Radosgw {
  /** Resolves with the address when it answers; rejects with the log of a program that failed. */
  endpoint: Promise<string>;
  /** Ends all programs, also during their start, and deletes the objects. */
  stop(): Promise<void>;
}

const MAX_ATTEMPTS = 10;
/** radosgw reports the error of the system by its exit code. */
const PORT_TAKEN = new RegExp(
  `address already in use|ended with exit code ${constants.errno.EADDRINUSE}:`,
  "i",
);
const isPortTaken = (error: unknown): boolean =>
  error instanceof DaemonEnded && PORT_TAKEN.test(error.message);

/** Starts a cluster of one with one user. */
export function startRadosgw(accessKey: string, secret: string): Radosgw {
  let [cluster, isStopped] = [new Cluster(), false];
  const start = async (): Promise<string> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await cluster.start(accessKey, secret);
      } catch (error) {
        await cluster.stop();
        // Another program may take a free port before Ceph does.
        if (isStopped || attempt === MAX_ATTEMPTS || !isPortTaken(error)) throw error;
        cluster = new Cluster();
      }
    }
  };
  const endpoint = start();
  endpoint.catch(() => {});
  const stop = async (): Promise<void> => {
    isStopped = true;
    await cluster.stop();
    await endpoint.catch(() => {});
  };
  return { endpoint, stop };
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}

/** The programs of one attempt, and their folder. */
class Cluster {
  private readonly daemons: Daemon[] = [];
  private readonly stopped = new AbortController();
  private readonly env: NodeJS.ProcessEnv = { ...process.env };
  private dir = "";

  async start(accessKey: string, secret: string): Promise<string> {
    this.dir = await newFolder();
    const { dir } = this;
    const [v2, v1, port] = await freePorts(3);
    const cluster = randomUUID();
    const monitors = `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`;
    const config = join(dir, "ceph.conf");
    const keyring = join(dir, "keyring");
    const osdKeyring = join(dir, "osd-keyring");
    this.env["CEPH_CONF"] = config;
    await writeFile(
      config,
      `[global]
        fsid = ${cluster}
        mon host = ${monitors}
        public addr = 127.0.0.1
        keyring = ${keyring}
        run dir = ${dir}
        admin socket =
        log file = ${dir}/$name.log
        client mount timeout = ${LONG_SECONDS}
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
        rgw init timeout = ${LONG_SECONDS}
        rgw gc obj min wait = 1
        rgw gc processor period = 2
      `.replaceAll(/^ +/gm, ""),
    );
    const all = ["--cap", "mon", "allow *", "--cap", "osd", "allow *", "--cap", "mgr", "allow *"];
    const monRights = ["--cap", "mon", "allow *"];
    await this.run("ceph-authtool", "--create-keyring", keyring, "--gen-key", "-n", "mon.", ...monRights);
    await this.run("ceph-authtool", keyring, "--gen-key", "-n", "client.admin", ...all);
    const map = join(dir, "monmap");
    await this.run("monmaptool", "--create", "--addv", "a", monitors, "--fsid", cluster, map);
    await this.run("ceph-mon", "--mkfs", "-i", "a", "--monmap", map, "--keyring", keyring);
    this.daemon("ceph-mon", "-i", "a");
    const id = randomUUID();
    // Commands wait for the daemons that answer them.
    await this.run("ceph", "osd", "new", id);
    const osdRights = ["mon", "allow profile osd", "osd", "allow *"];
    await writeFile(osdKeyring, await this.run("ceph", "auth", "get-or-create", "osd.0", ...osdRights));
    await mkdir(join(dir, "osd"));
    await this.run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", id);
    this.daemon("ceph-osd", "-i", "0");
    const user = ["--uid", "swath", "--display-name", "swath"];
    await this.run("radosgw-admin", "user", "create", ...user, "--access-key", accessKey, "--secret", secret);
    const gateway = this.daemon("radosgw", "-n", "client.admin");
    await this.whileUp(gateway.logs(/starting handler/));
    const endpoint = `http://127.0.0.1:${port}`;
    await this.whileUp(this.answers(endpoint));
    return endpoint;
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await Promise.all(this.daemons.map((daemon) => daemon.stop()));
    if (this.dir !== "") await rm(this.dir, { recursive: true, force: true, maxRetries: 10 });
  }

  /** Rejects with the log of a daemon that ends before the work does. */
  private whileUp<T>(work: Promise<T>): Promise<T> {
    return this.daemons.reduce((raced, daemon) => daemon.during(raced), work);
  }

  /** Resolves with stdout; rejects with stderr. */
  private async run(program: string, ...words: string[]): Promise<string> {
    const options = { env: this.env, signal: this.stopped.signal, killSignal: "SIGKILL" as const };
    const { stdout } = await this.whileUp(promisify(execFile)(program, words, options));
    return stdout;
  }

  private daemon(program: string, ...words: string[]): Daemon {
    this.stopped.signal.throwIfAborted();
    // -d: in the foreground, with the log on stderr.
    const daemon = startDaemon(program, ["-d", ...words], { env: this.env });
    this.daemons.push(daemon);
    return daemon;
  }

  /** Asks until the gateway replies: it listens a few milliseconds after its last log line. */
  private async answers(endpoint: string): Promise<void> {
    for (;;) {
      this.stopped.signal.throwIfAborted();
      const reply = await fetch(endpoint).catch(() => undefined);
      // Another program's server on the same port has no such header; the gateway then ends.
      if (reply?.headers.has("x-amz-request-id") === true) return;
    }
  }
}

/** Longer than any test: Ceph's own limits must not end operations on a slow machine. */
const LONG_SECONDS = 3600;
