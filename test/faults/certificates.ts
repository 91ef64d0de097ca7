/** Faulty certificates, made by openssl for one run. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TlsOptions } from "node:tls";

export interface Certificates {
  /** Path of the authority's certificate, for --ca-file. */
  caFile: string;
  good: TlsOptions;
  expired: TlsOptions;
  notYetValid: TlsOptions;
  otherHost: TlsOptions;
  selfSigned: TlsOptions;
  remove(): void;
}

const EC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** Undefined without openssl: the caller skips, and fails in CI. */
export function makeCertificates(): Certificates | undefined {
  const dir = mkdtempSync(join(tmpdir(), "swath-certificates-"));
  const openssl = (...args: string[]): void => {
    execFileSync("openssl", args, { cwd: dir, stdio: "pipe" });
  };
  const read = (name: string): TlsOptions => ({
    key: readFileSync(join(dir, `${name}.key`)),
    cert: readFileSync(join(dir, `${name}.pem`)),
  });
  const sign = (name: string, san: string, from: string, to: string): TlsOptions => {
    openssl("req", ...EC, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", "/CN=localhost");
    writeFileSync(join(dir, `${name}.ext`), `subjectAltName=${san}\n`);
    // `ca` alone can date a certificate: `x509 -days` begins today.
    const dates = ["-startdate", from, "-enddate", to, "-extfile", `${name}.ext`];
    openssl(
      "ca",
      "-batch",
      "-notext",
      "-config",
      "ca.cnf",
      "-in",
      `${name}.csr`,
      "-out",
      `${name}.pem`,
      ...dates,
    );
    return read(name);
  };
  try {
    const ca = [
      "[ca]",
      "default_ca=x",
      "[x]",
      "database=index.txt",
      "new_certs_dir=.",
      "serial=serial",
      "private_key=ca.key",
    ];
    const rules = [
      "certificate=ca.pem",
      "default_md=sha256",
      "policy=p",
      "unique_subject=no",
      "[p]",
      "commonName=supplied",
    ];
    writeFileSync(join(dir, "ca.cnf"), [...ca, ...rules].join("\n"));
    writeFileSync(join(dir, "index.txt"), "");
    writeFileSync(join(dir, "serial"), "1000\n");
    openssl(
      "req",
      "-x509",
      ...EC,
      "-keyout",
      "ca.key",
      "-out",
      "ca.pem",
      "-days",
      "30",
      "-subj",
      "/CN=swath faults",
    );
    const self = ["-keyout", "self.key", "-out", "self.pem", "-days", "30", "-subj", "/CN=localhost"];
    openssl("req", "-x509", ...EC, ...self, "-addext", "subjectAltName=IP:127.0.0.1");
    const here = "IP:127.0.0.1,DNS:localhost";
    return {
      caFile: join(dir, "ca.pem"),
      good: sign("good", here, "20200101000000Z", "20990101000000Z"),
      expired: sign("expired", here, "20200101000000Z", "20210101000000Z"),
      notYetValid: sign("future", here, "20980101000000Z", "20990101000000Z"),
      otherHost: sign("other", "DNS:elsewhere.test", "20200101000000Z", "20990101000000Z"),
      selfSigned: read("self"),
      remove: () => rmSync(dir, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
