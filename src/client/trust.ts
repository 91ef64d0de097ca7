import { X509Certificate } from "node:crypto";
import type { SecureContext } from "node:tls";
import { readBounded } from "../disk/read-bounded.ts";
import { AppError } from "../errors.ts";
import { readTextOfOthers } from "../geo/read-text.ts";
import type { Hint } from "../hint.ts";

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
 * not wait for it. Throws INPUT_NOT_READABLE, with `next` for the CA file; now or at the first use CONFIG_INVALID.
 */
export async function loadTrust(
  caFile: string | undefined,
  extraCaFile: string | undefined,
  system: readonly string[] = [],
  next?: Hint,
): Promise<Trust> {
  const own = caFile === undefined ? undefined : await readPem(caFile, next);
  // Parsing takes milliseconds, which connections without TLS do not need.
  if (own?.certificates.length === 0) requireCertificates(own);
  // An unreadable NODE_EXTRA_CA_CERTS is ignored. Node does the same, after a warning.
  const extra = extraCaFile ? await readPem(extraCaFile).catch(() => undefined) : undefined;
  let context: SecureContext | undefined;
  const build: Trust = ({ createSecureContext, rootCertificates }) => {
    if (own !== undefined) requireCertificates(own);
    const others = [...(extra?.certificates ?? []), ...new Set(system)].filter(isCertificate);
    return createSecureContext({ ca: [...rootCertificates, ...(own?.certificates ?? []), ...others] });
  };
  return (tls) => (context ??= build(tls));
}

/** Many times the size of the largest bundles of roots. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A file of certificates. */
interface PemFile {
  file: string;
  text: string;
  /** The number of certificates that begin in the text. */
  begun: number;
  certificates: string[];
}

async function readPem(file: string, next?: Hint): Promise<PemFile> {
  const bytes = await readBounded(file, MAX_BYTES).catch((cause: unknown) => {
    throw new AppError("usage", "INPUT_NOT_READABLE", `cannot read the CA file ${file}`, { next, cause });
  });
  const text = bytes === "too-long" ? "" : readTextOfOthers(bytes);
  const certificates = [...text.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)];
  return {
    file,
    text,
    begun: text.match(/-----BEGIN CERTIFICATE-----/g)?.length ?? 0,
    certificates: certificates.map(([, body = ""]) => toPem(body)),
  };
}

/** Returns a certificate in lines of 64 characters, without blanks: OpenSSL reads no others. */
const toPem = (body: string): string =>
  `-----BEGIN CERTIFICATE-----\n${body.replaceAll(/\s+/g, "").replaceAll(/.{1,64}/g, "$&\n")}-----END CERTIFICATE-----\n`;

/** Throws CONFIG_INVALID. Node accepts a file without certificates: no server would then be trusted, for no visible reason. */
function requireCertificates({ file, text, begun, certificates }: PemFile): void {
  if (certificates.length > 0 && certificates.length === begun && certificates.every(isCertificate)) return;
  const found = begun > 1 ? `${begun} certificates, and not all can be read` : "no readable PEM certificate";
  const form = FORMS.find(([start]) => start.test(text))?.[1];
  throw new AppError("usage", "CONFIG_INVALID", `the CA file ${file} has ${found}`, {
    next:
      form === undefined
        ? "Give a file of PEM certificates"
        : `Convert it: openssl ${form} -in ${file} -out ca.pem`,
  });
}

/** The options of openssl that make PEM of another form of certificates. */
const FORMS: readonly (readonly [start: RegExp, options: string])[] = [
  [/-----BEGIN TRUSTED CERTIFICATE-----/, "x509"],
  [/-----BEGIN PKCS7-----/, "pkcs7 -print_certs"],
  // DER begins with a sequence.
  [/^0[\x80-\x84\ufffd]/, "x509 -inform der"],
];

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
