import { findClosest } from "../closest.ts";
import type { SystemReader } from "../readers.ts";

/** Placeholders of a custom layout. */
export const PLACEHOLDERS = ["item", "collection", "asset", "product", "file", "stem", "ext"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Components of a path, each a sequence of literal texts and placeholders. */
export interface PathTemplate {
  components: readonly (readonly (string | { value: Placeholder })[])[];
}

const MAX_COMPONENTS = 9;

/** Parses `{item}/{asset}{ext}`, or returns the rule that it breaks. On Windows a backslash separates as well. */
export const parsePathTemplate: SystemReader<PathTemplate> = (text, platform) => {
  const refused = (rule: string, next?: string) => ({ ok: false, rule, next }) as const;
  const isWindows = platform === "win32";
  const texts = text.split(isWindows ? /[\\/]/u : "/");
  const hasDrive = isWindows && /^[a-z]:/iu.test(text);
  if (hasDrive || texts.includes("") || texts.includes(".") || texts.includes(".."))
    return refused("must be a relative path without empty parts, . or ..");
  if (texts.length > MAX_COMPONENTS) return refused(`must have at most ${MAX_COMPONENTS - 1} folders`);
  const names = [...text.matchAll(/\{([^{}]*)\}/gu)].map(([, name = ""]) => name);
  if (/[{}]/u.test(text.replaceAll(/\{[^{}]*\}/gu, ""))) return refused("has an unmatched brace");
  const unknown = names.find((name) => !isPlaceholder(name));
  if (unknown !== undefined) {
    const meant = findClosest(unknown, PLACEHOLDERS);
    const known = PLACEHOLDERS.map((name) => `{${name}}`).join(", ");
    return refused(
      `knows no {${unknown}}; known: ${known}`,
      meant === undefined ? undefined : `Did you mean {${meant}}?`,
    );
  }
  return { ok: true, value: { components: texts.map(splitComponent) } };
};

/**
 * Returns the components with their values; a component without any value is `unknown`, so that the depth never
 * changes.
 */
export function fillTemplate(
  { components }: PathTemplate,
  values: Readonly<Record<Placeholder, string>>,
): string[] {
  return components.map(
    (parts) =>
      parts.map((part) => (typeof part === "string" ? part : values[part.value])).join("") || "unknown",
  );
}

function splitComponent(component: string): (string | { value: Placeholder })[] {
  return component
    .split(/(\{[^{}]*\})/u)
    .filter((part) => part !== "")
    .map((part) => {
      const name = part.slice(1, -1);
      return part.startsWith("{") && isPlaceholder(name) ? { value: name } : part;
    });
}

const isPlaceholder = (name: string): name is Placeholder =>
  (PLACEHOLDERS as readonly string[]).includes(name);
