/** Approvals of a quote: Ed25519 signatures of its digest, the approver's name and the time. */
import { createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import { PUBLIC_KEY_PREFIX } from "./public-key.ts";
import { computeDigest, type Approval, type Quote } from "./quote.ts";

/** Returns the public key of a private one, as text. */
export const derivePublicKey = (key: KeyObject): string =>
  `${PUBLIC_KEY_PREFIX}${createPublicKey(key).export({ format: "jwk" }).x}`;

const toSignedBytes = (digest: string, { by, at }: Pick<Approval, "by" | "at">): Buffer =>
  Buffer.from(JSON.stringify(["swath-quote-approval", digest, by, at]));

export function signQuote(quote: Quote, key: KeyObject, signer: Pick<Approval, "by" | "at">): Approval {
  const signature = sign(null, toSignedBytes(computeDigest(quote), signer), key).toString("base64url");
  return { ...signer, key: derivePublicKey(key), signature };
}

function isSigned(quote: Quote, approval: Approval): boolean {
  const x = approval.key.slice(PUBLIC_KEY_PREFIX.length);
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const signature = Buffer.from(approval.signature, "base64url");
  return verify(null, toSignedBytes(computeDigest(quote), approval), key, signature);
}

/** An approval, and whether it counts for a buyer. */
export interface JudgedApproval extends Approval {
  /**
   * An `invalid` approval does not sign this quote, and an `unknown` one has a key that the buyer does not trust. An `own` one is by the
   * key or the name of the buyer or the requester. Only an `other` one is by a second person.
   */
  standing: "invalid" | "unknown" | "own" | "other";
}

export interface TrustedKeys {
  /** The keys that the buyer lists. */
  listed: readonly string[];
  /** The public key of the buyer's machine, if it has one. It is trusted, and counts as the buyer's. */
  own: string | undefined;
}

export const judgeApprovals = (quote: Quote, keys: TrustedKeys): JudgedApproval[] =>
  quote.approvals.map((approval) => ({ ...approval, standing: judgeStanding(quote, approval, keys) }));

function judgeStanding(
  quote: Quote,
  approval: Approval,
  { listed, own }: TrustedKeys,
): JudgedApproval["standing"] {
  const { key, by } = approval;
  if (!isSigned(quote, approval)) return "invalid";
  if (key === own) return "own";
  if (!listed.includes(key)) return "unknown";
  const { askedBy } = quote;
  return key === askedBy.key || isSameName(by, askedBy.name) ? "own" : "other";
}

const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();
