/** Orbit mean-elements messages (CCSDS 502.0-B) as catalogs publish them: JSON, CSV, XML and KVN. */
import { findXmlFault } from "../geo/area-kml.ts";
import { isLeapYear } from "../time/civil.ts";
import { parseTimestamp } from "../time/timestamp.ts";
import type { Elements, ElementsFault, ElementsRead } from "./elements.ts";

/** One message: its values by keyword, each with its line; `line` is where it begins. */
interface Message {
  line: number;
  values: Map<string, { text: string; line: number }>;
}

interface Messages {
  messages: Message[];
  faults: ElementsFault[];
}

export async function readOmm(text: string): Promise<ElementsRead> {
  const { messages, faults } = await messagesOf(text);
  const sets = messages.flatMap((message) => elementsOf(message, faults) ?? []);
  return { sets, faults };
}

async function messagesOf(text: string): Promise<Messages> {
  const start = text.trimStart();
  if (/^[[{]/.test(start)) return jsonMessages(text);
  if (start.startsWith("<")) return xmlMessages(text);
  if (/^\s*(?:CCSDS_OMM_VERS|OBJECT_NAME|EPOCH|MEAN_MOTION)\s*=/m.test(text)) return kvnMessages(text);
  if (/^[^\n]*\bMEAN_MOTION\b[^\n]*,|,[^\n]*\bMEAN_MOTION\b/.test(start.split("\n", 1)[0] ?? ""))
    return csvMessages(text);
  return { messages: [], faults: [] };
}

/** What other theories, frames and clocks mean by the same keywords would be computed as something else. */
const ONLY: Readonly<Record<string, RegExp>> = {
  CENTER_NAME: /^EARTH$/i,
  REF_FRAME: /^TEME\b/i,
  TIME_SYSTEM: /^UTC$/i,
  MEAN_ELEMENT_THEORY: /^(?:SGP|SGP4|SGP\/SGP4)$/i,
  EPHEMERIS_TYPE: /^[02]?$/,
};

function elementsOf({ line, values }: Message, faults: ElementsFault[]): Elements | undefined {
  const before = faults.length;
  const named = values.get("OBJECT_NAME")?.text.trim() ?? "";
  const of = named === "" ? "" : ` of ${named}`;
  for (const [keyword, accepted] of Object.entries(ONLY)) {
    const value = values.get(keyword);
    if (value !== undefined && !accepted.test(value.text.trim()))
      faults.push({
        line: value.line,
        says: `${keyword}${of} is ${JSON.stringify(value.text)}, which SGP4 does not take`,
      });
  }
  const number = (keyword: string, least: number, most: number, otherwise?: number): number => {
    const value = values.get(keyword);
    // A unit in brackets may follow: `97.5 [deg]`.
    const text = value?.text.replace(/\s*\[[^\]]*\]\s*$/, "").trim() ?? "";
    if (text === "") {
      if (otherwise !== undefined) return otherwise;
      faults.push({ line: value?.line ?? line, says: `the element set${of} has no ${keyword}` });
      return Number.NaN;
    }
    const parsed = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (!(parsed >= least && parsed <= most)) {
      const range = Number.isNaN(parsed) ? "no number" : `not from ${least} to ${most}`;
      faults.push({ line: value!.line, says: `${keyword}${of} ${JSON.stringify(value!.text)} is ${range}` });
    }
    return parsed;
  };
  const epoch = values.get("EPOCH");
  const epochMs = epoch === undefined ? undefined : epochOf(epoch.text.trim());
  if (epoch === undefined) faults.push({ line, says: `the element set${of} has no EPOCH` });
  else if (epochMs === undefined)
    faults.push({
      line: epoch.line,
      says: `EPOCH${of} ${JSON.stringify(epoch.text)} is no UTC time such as 2026-03-01T04:05:06.789`,
    });
  const catalogNumber = number("NORAD_CAT_ID", 0, 999_999_999, 0);
  const set = {
    name: named === "" ? (values.get("OBJECT_ID")?.text.trim() ?? `NORAD ${catalogNumber}`) : named,
    ...(catalogNumber !== 0 && { catalogNumber }),
    epochMs: epochMs ?? 0,
    revolutionsPerDay: number("MEAN_MOTION", 0.1, 18),
    eccentricity: number("ECCENTRICITY", 0, 0.999_999_9),
    inclination: number("INCLINATION", 0, 180),
    ascendingNode: number("RA_OF_ASC_NODE", -360, 360),
    argumentOfPerigee: number("ARG_OF_PERICENTER", -360, 360),
    meanAnomaly: number("MEAN_ANOMALY", -360, 360),
    bstar: number("BSTAR", -10, 10, 0),
  };
  return faults.length > before ? undefined : set;
}

/** `2026-03-01T04:05:06.789123`, with or without Z, or with the day of the year: `2026-060T04:05:06`. */
function epochOf(text: string): number | undefined {
  const [, year = "", day = "", time = ""] = /^(\d{4})-(\d{3})T(.+?)Z?$/.exec(text) ?? [];
  const days = Number(day);
  if (day !== "" && (days < 1 || days > (isLeapYear(Number(year)) ? 366 : 365))) return undefined;
  const date = day === "" ? undefined : new Date(Date.UTC(Number(year), 0, days)).toISOString().slice(0, 10);
  const [, whole = "", fraction = ""] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?Z?$/.exec(date === undefined ? text : `${date}T${time}`) ?? [];
  const parsed = whole === "" ? undefined : parseTimestamp(`${whole}Z`);
  return parsed?.ok === true ? parsed.ms + Number(fraction === "" ? 0 : `0${fraction}`) * 1000 : undefined;
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

function jsonMessages(text: string): Messages {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const offset = Number(/position (\d+)/.exec((error as Error).message)?.[1] ?? 0);
    return {
      messages: [],
      faults: [{ line: lineAt(text, offset), says: `is not JSON: ${(error as Error).message}` }],
    };
  }
  const rows: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const lines = jsonLines(text);
  const faults: ElementsFault[] = [];
  const messages: Message[] = [];
  for (const [at, row] of rows.entries()) {
    const line = lines[at] ?? 1;
    if (typeof row !== "object" || row === null || Array.isArray(row)) {
      faults.push({ line, says: `entry ${at + 1} of the list is no object` });
      continue;
    }
    const values = new Map<string, { text: string; line: number }>();
    for (const [keyword, value] of Object.entries(row as Record<string, unknown>))
      if (value !== null)
        values.set(keyword.toUpperCase(), {
          text: typeof value === "string" ? value : JSON.stringify(value),
          line,
        });
    messages.push({ line, values });
  }
  return { messages, faults };
}

/** The line on which each entry of a list begins (or the one object). */
function jsonLines(text: string): number[] {
  const lines: number[] = [];
  const isList = text.trimStart().startsWith("[");
  let [line, depth, isString, isExpected] = [1, 0, false, !isList];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === "\n") line += 1;
    if (isString) {
      if (character === "\\") at += 1;
      else if (character === '"') isString = false;
      continue;
    }
    if (/\s/.test(character)) continue;
    if (depth === 1 && isList && character === ",") isExpected = true;
    else if (isExpected && depth === (isList ? 1 : 0) && character !== "]") {
      lines.push(line);
      isExpected = false;
    }
    if (character === '"') isString = true;
    else if (character === "[" || character === "{") {
      depth += 1;
      if (depth === 1 && isList) isExpected = true;
    } else if (character === "]" || character === "}") depth -= 1;
  }
  return lines;
}

function csvMessages(text: string): Messages {
  const faults: ElementsFault[] = [];
  const messages: Message[] = [];
  const [header = "", ...rows] = text.split(/\r\n|\n|\r/);
  const keywords = cellsOf(header).map((cell) => cell.trim().toUpperCase());
  for (const [at, row] of rows.entries()) {
    if (row.trim() === "") continue;
    const line = at + 2;
    const cells = cellsOf(row);
    if (cells.length !== keywords.length) {
      faults.push({ line, says: `the row has ${cells.length} cells, and the head has ${keywords.length}` });
      continue;
    }
    messages.push({
      line,
      values: new Map(keywords.map((keyword, column) => [keyword, { text: cells[column]!, line }])),
    });
  }
  return { messages, faults };
}

/** Cells of one row; a cell in quotes may hold commas. */
const cellsOf = (row: string): string[] =>
  [...`${row},`.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*|([^,]*)),/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );

function kvnMessages(text: string): Messages {
  const faults: ElementsFault[] = [];
  const messages: Message[] = [];
  let message: Message | undefined;
  for (const [at, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = at + 1;
    const row = raw.trim();
    if (row === "" || /^COMMENT\b/.test(row)) continue;
    const [, keyword = "", value = ""] = /^([A-Za-z0-9_]+)\s*=\s*(.*)$/.exec(row) ?? [];
    if (keyword === "") {
      faults.push({ line, says: `${JSON.stringify(row.slice(0, 60))} is no line KEYWORD = value` });
      continue;
    }
    const name = keyword.toUpperCase();
    // Some catalogs leave the line of the version out between two messages.
    if (
      message === undefined ||
      name === "CCSDS_OMM_VERS" ||
      (name === "OBJECT_NAME" && message.values.has(name))
    ) {
      message = { line, values: new Map() };
      messages.push(message);
    }
    if (message.values.has(name)) faults.push({ line, says: `${name} stands twice in one element set` });
    message.values.set(name, { text: value, line });
  }
  return { messages, faults };
}

async function xmlMessages(text: string): Promise<Messages> {
  const hostile = findXmlFault(text);
  if (hostile !== undefined) return { messages: [], faults: [{ line: 1, says: `is XML that ${hostile}` }] };
  const { DOMParser } = await import("@xmldom/xmldom");
  let fault: ElementsFault | undefined;
  const parser = new DOMParser({
    onError: (level, message, { lineNumber }: { lineNumber?: number } = {}) => {
      if (level === "warning") return;
      fault ??= {
        line: Number(/line:?\s*(\d+)/.exec(message)?.[1] ?? lineNumber ?? 1),
        says: "is not well-formed XML",
      };
      throw new SyntaxError(message);
    },
  });
  let document;
  try {
    document = parser.parseFromString(text, "text/xml");
  } catch {
    return { messages: [], faults: [fault ?? { line: 1, says: "is not well-formed XML" }] };
  }
  const messages = [...document.getElementsByTagName("omm")].map((omm): Message => {
    const values: Message["values"] = new Map();
    for (const element of omm.getElementsByTagName("*")) {
      const isLeaf = ![...element.childNodes].some(({ nodeType }) => nodeType === 1);
      if (isLeaf)
        values.set(element.tagName.toUpperCase(), {
          text: element.textContent ?? "",
          line: element.lineNumber ?? 1,
        });
    }
    return { line: omm.lineNumber ?? 1, values };
  });
  return { messages, faults: [] };
}
