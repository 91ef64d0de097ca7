/** Public keys of approvers as text: `ed25519:` and 32 bytes in base64url, in the one spelling of these bytes. */
export const PUBLIC_KEY_PREFIX = "ed25519:";

const PUBLIC_KEY = /^ed25519:([A-Za-z0-9_-]{43})$/;

export function isPublicKey(text: string): boolean {
  const bytes = PUBLIC_KEY.exec(text)?.[1];
  return bytes !== undefined && Buffer.from(bytes, "base64url").toString("base64url") === bytes;
}
