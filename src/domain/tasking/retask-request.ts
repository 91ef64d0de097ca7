/** What people gave -> the body of a retask, and what its description will become. */
import type { Dialect } from "../../contract/dialect.ts";

type RetaskDialect = Pick<Dialect, "retaskEnvelope" | "retaskAnglesAsString" | "retaskRepetitionNested">;

/** The feature body, empty when nothing is given; `properties` holds every field. */
export function retaskBody(properties: Readonly<Record<string, unknown>>): {
  type: "Feature";
  properties: Record<string, unknown>;
} {
  return { type: "Feature", properties: { ...properties } };
}

const REPETITION = ["repeatStart", "repetitionInterval", "repeatEnd", "repetitionCount", "untilCanceled"];
const ANGLES = ["offNadirMin", "offNadirMax"];

/** The same body in this deployment's envelope. */
export function toWireRetask(
  body: Readonly<Record<string, unknown>>,
  { retaskEnvelope, retaskAnglesAsString, retaskRepetitionNested }: RetaskDialect,
): Record<string, unknown> {
  const { properties, ...rest } = body;
  const fields: Record<string, unknown> = { ...(properties as object) };
  if (retaskAnglesAsString) {
    for (const name of ANGLES) if (typeof fields[name] === "number") fields[name] = String(fields[name]);
  }
  if (retaskRepetitionNested) {
    const nested = Object.entries(fields).filter(([name]) => REPETITION.includes(name));
    for (const [name] of nested) delete fields[name];
    if (nested.length > 0) fields["repetitionProperties"] = Object.fromEntries(nested);
  }
  switch (retaskEnvelope) {
    case "feature":
      return { ...rest, properties: fields };
    case "feature-null-geometry":
      return { ...rest, geometry: null, properties: fields };
    case "flat": {
      const { type: _type, ...others } = rest;
      return { ...others, ...fields };
    }
  }
}

const SUFFIXES = { task: "TRID", collect: "CID", repeat: "RRID" } as const;

// Spec silent: what an empty description becomes. We expect the suffix as it is written, with its blank and hyphen.
/** What the service makes of a description; we never add it ourselves. */
export const expectedDescription = (
  kind: keyof typeof SUFFIXES,
  id: string,
  description: string | undefined,
): string => `${description ?? ""} - ${SUFFIXES[kind]}: ${id}`;
