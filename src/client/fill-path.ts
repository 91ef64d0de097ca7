import { AppError } from "../errors.ts";

/**
 * Puts identifiers into the `{placeholders}` of an endpoint's path. Identifiers are opaque, so every one is
 * percent-encoded; what could not arrive as one path segment is refused.
 */
export function fillPath(template: string, params: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (typeof value !== "string" || value.trim() === "") throw refuse(name, "is empty");
    // Servers and proxies resolve dot segments even when they are percent-encoded.
    if (value === "." || value === "..") throw refuse(name, `cannot be "${value}"`);
    if (/[\p{Cc}\p{Cs}]/u.test(value)) throw refuse(name, "has control characters in it");
    return encodeURIComponent(value);
  });
}

const refuse = (name: string, why: string): AppError =>
  new AppError("usage", "USAGE", `the id for {${name}} ${why}`, {
    hint: "Give the id as the service printed it",
  });
