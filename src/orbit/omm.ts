/** Orbit mean-elements messages (CCSDS 502.0-B) in the catalog formats JSON, CSV, XML and KVN. */
import { parseXml } from "../geo/read-xml.ts";
import { findJsonFault } from "../geo/read-json.ts";
import { quote } from "../geo/quote.ts";
import { isLeapYear } from "../time/civil.ts";
import { parseTimestamp } from "../time/timestamp.ts";
import type { Elements, ElementsFault, ElementsRead } from "./elements.ts";

/** One message: its values by keyword, each with its place in the file; `place` is that of the message. */
interface Message {
  place: string;
  values: Map<string, { text: string; place: string }>;
}

interface Messages {
  messages: Message[];
  faults: ElementsFault[];
}

export async function readOmm(text: string): Promise<ElementsRead> {
  const { messages, faults } = await readMessages(text);
  const sets = messages.flatMap((message) => toElements(message, faults) ?? []);
  return { sets, faults };
}

async function readMessages(text: string): Promise<Messages> {
  const start = text.trimStart();
  if (/^[[{]/.test(start)) return readJsonMessages(text);
  if (/^<(?:!doctype\s+html|html)\b/i.test(start))
    return { messages: [], faults: [{ place: "line 1", says: "a web page begins, not element sets" }] };
  if (start.startsWith("<")) return readXmlMessages(text);
  // No pattern may backtrack over the spaces of a line: one very long line would take forever.
  if (/^[ \t]*(?:CCSDS_OMM_VERS|OBJECT_NAME|EPOCH|MEAN_MOTION)[ \t]*=/m.test(text))
    return readKvnMessages(text);
  const [head = ""] = start.slice(0, MAX_HEAD).split(/[\r\n]/, 1);
  if (head.includes(",") && /\bMEAN_MOTION\b/i.test(head)) return readCsvMessages(text);
  return { messages: [], faults: [] };
}

/** Number of characters of a CSV file's first line that are read. */
const MAX_HEAD = 10_000;

/** Numbers, times and names of an element set are shorter. */
const MAX_VALUE = 100;

/** Other keywords, such as comments and a producer's own, may repeat. */
const KEYWORDS: ReadonlySet<string> = new Set([
  "CENTER_NAME",
  "REF_FRAME",
  "TIME_SYSTEM",
  "MEAN_ELEMENT_THEORY",
  "EPHEMERIS_TYPE",
  "OBJECT_NAME",
  "OBJECT_ID",
  "NORAD_CAT_ID",
  "EPOCH",
  "MEAN_MOTION",
  "ECCENTRICITY",
  "INCLINATION",
  "RA_OF_ASC_NODE",
  "ARG_OF_PERICENTER",
  "MEAN_ANOMALY",
  "BSTAR",
]);

/** Sets the value of a supported keyword, once each. */
function addValue(
  { values }: Message,
  keyword: string,
  text: string,
  place: string,
  faults: ElementsFault[],
): void {
  const name = keyword.trim().toUpperCase();
  if (!KEYWORDS.has(name)) return;
  if (values.has(name)) faults.push({ place, says: `${name} appears twice in one element set` });
  values.set(name, { text, place });
}

/** Other theories, frames and clocks use these keywords with another meaning. */
const ONLY: Readonly<Record<string, RegExp>> = {
  CENTER_NAME: /^EARTH$/i,
  REF_FRAME: /^TEME\b/i,
  TIME_SYSTEM: /^UTC$/i,
  MEAN_ELEMENT_THEORY: /^(?:SGP|SGP4|SGP\/SGP4)$/i,
  EPHEMERIS_TYPE: /^[02]?$/,
};

function toElements(message: Message, faults: ElementsFault[]): Elements | undefined {
  const before = faults.length;
  const reader = new MessageReader(message, faults);
  const name = reader.readText("OBJECT_NAME");
  const id = reader.readText("OBJECT_ID");
  reader.nameSet(name);
  reader.requireSupported();
  const epochMs = reader.readEpochMs();
  const catalogNumber = reader.readCatalogNumber();
  const set = {
    name: name || id || `NORAD ${catalogNumber}`,
    ...(catalogNumber !== 0 && { catalogNumber }),
    epochMs: epochMs ?? 0,
    revolutionsPerDay: reader.readNumber("MEAN_MOTION", 0.1, 18),
    eccentricity: reader.readNumber("ECCENTRICITY", 0, 0.999_999_9),
    inclination: reader.readNumber("INCLINATION", 0, 180),
    ascendingNode: reader.readNumber("RA_OF_ASC_NODE", -360, 360),
    argumentOfPerigee: reader.readNumber("ARG_OF_PERICENTER", -360, 360),
    meanAnomaly: reader.readNumber("MEAN_ANOMALY", -360, 360),
    bstar: reader.readNumber("BSTAR", -10, 10, 0),
  };
  return faults.length > before ? undefined : set;
}

/** Reads the values of one message and adds a fault for each value that is missing or wrong. */
class MessageReader {
  /** Follows a keyword in faults: ` of TERRA`. Empty for a set without a name. */
  private of = "";

  constructor(
    private readonly message: Message,
    private readonly faults: ElementsFault[],
  ) {}

  nameSet(name: string): void {
    this.of = name === "" ? "" : ` of ${name.slice(0, MAX_VALUE)}`;
  }

  readText(keyword: string): string {
    const value = this.message.values.get(keyword);
    const text = value?.text.trim() ?? "";
    if (text.length > MAX_VALUE)
      this.fault(value, `${keyword} ${quote(text)} has ${text.length} characters: too long`);
    return text;
  }

  requireSupported(): void {
    for (const [keyword, accepted] of Object.entries(ONLY)) {
      const value = this.message.values.get(keyword);
      if (value !== undefined && !accepted.test(value.text.trim()))
        this.fault(value, `${keyword}${this.of} is ${quote(value.text)}, which SGP4 does not support`);
    }
  }

  readEpochMs(): number | undefined {
    const value = this.message.values.get("EPOCH");
    if (value === undefined) {
      this.fault(value, `the element set${this.of} has no EPOCH`);
      return undefined;
    }
    const epochMs = value.text.length > MAX_VALUE ? undefined : readEpoch(value.text.trim());
    if (epochMs === undefined) {
      const shown = quote(value.text);
      this.fault(value, `EPOCH${this.of} ${shown} is not a UTC time such as 2026-03-01T04:05:06.789`);
    }
    return epochMs;
  }

  readCatalogNumber(): number {
    const number = this.readNumber("NORAD_CAT_ID", 0, 999_999_999, 0);
    if (number % 1 !== 0 && !Number.isNaN(number)) {
      const value = this.message.values.get("NORAD_CAT_ID")!;
      this.fault(value, `NORAD_CAT_ID${this.of} ${quote(value.text)} is not a whole number`);
    }
    return number;
  }

  readNumber(keyword: string, least: number, most: number, otherwise?: number): number {
    const value = this.message.values.get(keyword);
    // A unit in brackets may follow: `97.5 [deg]`.
    const given = value?.text.trim() ?? "";
    const text = given.length > MAX_VALUE ? given : given.replace(/\s*\[[^\]]*\]$/, "");
    if (text === "") {
      if (otherwise !== undefined) return otherwise;
      this.fault(value, `the element set${this.of} has no ${keyword}`);
      return Number.NaN;
    }
    const isNumber = text.length <= MAX_VALUE && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text);
    const parsed = isNumber ? Number(text) : Number.NaN;
    if (!(parsed >= least && parsed <= most)) {
      const range = Number.isNaN(parsed) ? "not a number" : `not from ${least} to ${most}`;
      this.fault(value, `${keyword}${this.of} ${quote(value!.text)} is ${range}`);
    }
    return parsed;
  }

  /** Adds a fault at the place of a value; at that of the message when the value is missing. */
  private fault(value: Pick<Message, "place"> | undefined, says: string): void {
    this.faults.push({ place: value?.place ?? this.message.place, says });
  }
}

/** Reads `2026-03-01T04:05:06.789123`, with or without Z, or with the day of the year: `2026-060T04:05:06`. */
function readEpoch(text: string): number | undefined {
  const [, year = "", day = "", time = ""] = /^(\d{4})-(\d{3})T(.+?)Z?$/.exec(text) ?? [];
  const days = Number(day);
  if (day !== "" && (days < 1 || days > (isLeapYear(Number(year)) ? 366 : 365))) return undefined;
  const date = day === "" ? undefined : new Date(Date.UTC(Number(year), 0, days)).toISOString().slice(0, 10);
  const [, whole = "", fraction = ""] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?Z?$/.exec(date === undefined ? text : `${date}T${time}`) ?? [];
  const parsed = whole === "" ? undefined : parseTimestamp(`${whole}Z`);
  return parsed?.ok === true ? parsed.ms + Number(fraction === "" ? 0 : `0${fraction}`) * 1000 : undefined;
}

function readJsonMessages(text: string): Messages {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const { offset, problem } = findJsonFault(text) ?? { offset: 0, problem: (error as Error).message };
    const line = text.slice(0, offset).split(/\r\n|\n|\r/).length;
    return { messages: [], faults: [{ place: `line ${line}`, says: `is not JSON: ${problem}` }] };
  }
  const rows: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const faults: ElementsFault[] = [];
  const messages: Message[] = [];
  for (const [at, row] of rows.entries()) {
    const place = `entry ${at + 1}`;
    if (typeof row !== "object" || row === null || Array.isArray(row)) {
      faults.push({ place, says: "is not an object" });
      continue;
    }
    const message: Message = { place, values: new Map() };
    for (const [keyword, value] of Object.entries(row as Record<string, unknown>))
      if (value !== null) addValue(message, keyword, toJsonText(value), place, faults);
    messages.push(message);
  }
  return { messages, faults };
}

/** Returns a value as text. Values without a keyword are reported by kind only: they may be deeply nested. */
function toJsonText(value: unknown): string {
  if (typeof value === "object") return Array.isArray(value) ? "[list]" : "{object}";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function readCsvMessages(text: string): Messages {
  const faults: ElementsFault[] = [];
  const messages: Message[] = [];
  const rows = text.split(/\r\n|\n|\r/);
  const top = rows.findIndex((row) => row.trim() !== "");
  const keywords = splitCells(rows[top]!) ?? [];
  if (keywords.length === 0)
    faults.push({ place: `line ${top + 1}`, says: "a quote in the heading is not closed" });
  for (const [at, row] of rows.entries()) {
    if (at <= top || row.trim() === "" || keywords.length === 0) continue;
    const place = `line ${at + 1}`;
    const cells = splitCells(row);
    if (cells?.length !== keywords.length) {
      const says =
        cells === undefined
          ? "a quote in the row is not closed"
          : `the row has ${cells.length} cells, and the heading has ${keywords.length}`;
      faults.push({ place, says });
      continue;
    }
    const message: Message = { place, values: new Map() };
    for (const [column, keyword] of keywords.entries())
      addValue(message, keyword, cells[column]!, place, faults);
    messages.push(message);
  }
  return { messages, faults };
}

/** Returns the cells of one row; a quoted cell may contain commas. Undefined when its quote is not closed. */
function splitCells(row: string): string[] | undefined {
  const cells: string[] = [];
  for (let at = 0; at <= row.length;) {
    const comma = row.indexOf(",", at);
    let end = comma === -1 ? row.length : comma;
    let cell = row.slice(at, end);
    const quoteAt = at + cell.length - cell.trimStart().length;
    if (row[quoteAt] === '"') {
      let close = row.indexOf('"', quoteAt + 1);
      while (close !== -1 && row[close + 1] === '"') close = row.indexOf('"', close + 2);
      if (close === -1) return undefined;
      const after = row.indexOf(",", close);
      end = after === -1 ? row.length : after;
      cell = row.slice(quoteAt + 1, close).replaceAll('""', '"') + row.slice(close + 1, end).trimEnd();
    }
    cells.push(cell);
    at = end + 1;
  }
  return cells;
}

function readKvnMessages(text: string): Messages {
  const faults: ElementsFault[] = [];
  const messages: Message[] = [];
  let message: Message | undefined;
  for (const [at, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const place = `line ${at + 1}`;
    const row = raw.trim();
    if (row === "" || /^COMMENT\b/.test(row)) continue;
    const [, keyword = "", value = ""] = /^([A-Za-z0-9_]+)\s*=\s*(.*)$/.exec(row) ?? [];
    if (keyword === "") {
      faults.push({ place, says: `${quote(row, 60)} is not a line KEYWORD = value` });
      continue;
    }
    const name = keyword.toUpperCase();
    // Some catalogs omit the version line between two messages.
    if (
      message === undefined ||
      name === "CCSDS_OMM_VERS" ||
      (name === "OBJECT_NAME" && message.values.has(name))
    ) {
      message = { place, values: new Map() };
      messages.push(message);
    }
    addValue(message, name, value, place, faults);
  }
  return { messages, faults };
}

async function readXmlMessages(text: string): Promise<Messages> {
  const parsed = await parseXml(text);
  if ("problem" in parsed) {
    const { line, problem } = parsed;
    return { messages: [], faults: [{ place: `line ${line}`, says: problem }] };
  }
  const { document } = parsed;
  const faults: ElementsFault[] = [];
  const messages = [...document.getElementsByTagNameNS("*", "omm")].map((omm): Message => {
    const message: Message = { place: `line ${omm.lineNumber ?? 1}`, values: new Map() };
    for (const element of omm.getElementsByTagNameNS("*", "*")) {
      const isLeaf = ![...element.childNodes].some(({ nodeType }) => nodeType === 1);
      if (isLeaf)
        addValue(
          message,
          element.localName ?? element.tagName,
          element.textContent ?? "",
          `line ${element.lineNumber ?? 1}`,
          faults,
        );
    }
    return message;
  });
  return { messages, faults };
}
