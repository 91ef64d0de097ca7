import { X509Certificate } from "node:crypto";
import type { SecureContext } from "node:tls";
import { readBounded } from "../disk/read-bounded.ts";
import { AppError } from "../errors.ts";
import { readTextOfOthers } from "../geo/read-text.ts";

/** The certificates that TLS trusts; created when the first connection needs them. */
export type Trust = (tls: typeof import("node:tls")) => SecureContext;

/** The certificates of a network's connections. */
export interface TrustStore {
  /** Undefined: Node's default context, which has its roots, and those of NODE_EXTRA_CA_CERTS. */
  readonly current: Trust | undefined;
  /** Adds the certificates of the system, once. */
  addSystem(): Promise<void>;
}

/**
 * Loads Node's roots, the CA file, the file in NODE_EXTRA_CA_CERTS (which Node adds to its default context only), and certificates of the
 * system. The files are read now. Their certificates are checked, and the context is created, at the first use: connections without TLS do
 * not wait for it. Throws INPUT_NOT_READABLE; now or at the first use CONFIG_INVALID.
 */
export async function loadTrust(
  caFile: string | undefined,
  extraCaFile: string | undefined,
  system: readonly string[] = [],
): Promise<Trust> {
  const own = caFile === undefined ? [] : await readPem(caFile);
  // An unreadable NODE_EXTRA_CA_CERTS is ignored. Node does the same, after a warning.
  const extra = extraCaFile ? await readPem(extraCaFile).catch(() => []) : [];
  let context: SecureContext | undefined;
  const build: Trust = ({ createSecureContext, rootCertificates }) => {
    if (caFile !== undefined && !own.every(isCertificate)) throw makeTrustError(caFile);
    const others = [...extra, ...new Set(system)].filter(isCertificate);
    return createSecureContext({ ca: [...rootCertificates, ...own, ...others] });
  };
  return (tls) => (context ??= build(tls));
}

/** Many times the size of the largest bundles of roots. */
const MAX_BYTES = 64 * 1024 * 1024;

async function readPem(file: string): Promise<string[]> {
  const bytes = await readBounded(file, MAX_BYTES).catch((cause: unknown) => {
    throw new AppError("usage", "INPUT_NOT_READABLE", `cannot read the CA file ${file}`, { cause });
  });
  const pem = bytes === "too-long" ? "" : readTextOfOthers(bytes);
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  // Node accepts a file without certificates: no server would then be trusted, for no visible reason.
  if (blocks.length === 0) throw makeTrustError(file);
  return blocks;
}

const makeTrustError = (file: string): AppError =>
  new AppError("usage", "CONFIG_INVALID", `the CA file ${file} has no readable PEM certificate`);

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
