/** Checks that the result can be shown in the chosen format, before any request is sent. */
import { findClosest } from "../../domain/closest.ts";
import type { Fault } from "../../errors.ts";
import type { Context } from "../context.ts";
import { usageFault } from "../input/usage.ts";
import { findColumn, makeColumnFault } from "./select-columns.ts";
import type { Presentation } from "./presentation.ts";
import type { View } from "./view.ts";
import type { Format } from "../../domain/output-formats.ts";
import { keepOne } from "../../hint.ts";

/** Formats with selectable columns. */
const WITH_COLUMNS: ReadonlySet<Format> = new Set(["table", "csv", "tsv", "map"]);
/** Formats that can print any result of an expression. */
const WITH_QUERY: ReadonlySet<Format> = new Set(["table", "json", "ndjson", "yaml", "csv", "tsv", "id"]);

export async function findPresentationFaults(
  { options, notes }: Context,
  how: Presentation,
  view: View<unknown>,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const { format, columns, query } = how;
  const given = options.output;
  if (options.json === true && given !== undefined && given !== "json") {
    const message = `--json and --output ${given} contradict each other`;
    const next = keepOne("--json", "--output");
    faults.push(usageFault("--output", message, { value: given, rule: "one format", next }));
  } else if (!view.formats.includes(format)) {
    faults.push(makeUnsupported(format, view.formats));
  } else if (isForFile(format) && how.stdout.isTTY && query === undefined && options.dryRun !== true) {
    faults.push(makeFileOnTerminal(format));
  }
  if (columns !== undefined && !WITH_COLUMNS.has(format)) {
    notes.warn(
      `--columns has no effect on --output ${format}, which prints everything; --query picks from it`,
    );
  }
  for (const name of columns ?? []) {
    if (WITH_COLUMNS.has(format) && view.names !== undefined && !isNameOf(view, name))
      faults.push(makeUnknownName(name, view));
  }
  if (query === undefined) return faults;
  if (!WITH_QUERY.has(format)) {
    const rule = `one of ${[...WITH_QUERY].join(", ")} with --query`;
    const message = `--output ${format} cannot show what --query finds; it must be ${rule}`;
    faults.push(usageFault("--output", message, { value: format, rule }));
  }
  const { queryFault } = await import("./query-result.ts");
  const fault = await queryFault(query);
  return fault === undefined ? faults : [...faults, fault];
}

function makeUnsupported(format: Format, formats: readonly Format[]): Fault {
  const rule = `one of ${formats.join(", ")}`;
  const message = `--output ${format}: this command prints ${formats.join(", ")}`;
  return usageFault("--output", message, { value: format, rule });
}

type FileFormat = "html" | "geoparquet";

const isForFile = (format: Format): format is FileFormat => format === "html" || format === "geoparquet";

const FILE_ADVICE: Readonly<Record<FileFormat, string>> = {
  html: "Use --map <file> --open in place of --output html",
  geoparquet: "Add > items.parquet",
};

/** Refuses to print a file on a terminal: a page has thousands of lines, and GeoParquet is binary. */
function makeFileOnTerminal(format: FileFormat): Fault {
  const what = format === "html" ? "a page" : "a binary file";
  const message = `--output ${format} writes ${what} to stdout, and stdout is a terminal`;
  const rule = "needs a pipe or a file";
  return usageFault("--output", message, { value: format, rule, next: FILE_ADVICE[format] });
}

const isNameOf = ({ columns = [], names = [] }: View<unknown>, name: string): boolean =>
  findColumn(name, columns) !== undefined ||
  names.some((known) => (typeof known === "string" ? known === name : known.test(name)));

function makeUnknownName(name: string, { columns = [], names = [] }: View<unknown>): Fault {
  const plain = names.filter((each) => typeof each === "string");
  const hasPaths = plain.length < names.length;
  const keys = columns.map(({ key }) => key);
  const known = hasPaths ? keys : [...new Set([...keys, ...plain])];
  const meant = findClosest(name, [...keys, ...plain]);
  const path = hasPaths ? `For a property of the service, give its path: properties.${name}` : undefined;
  const choice = `columns: ${known.join(", ")}${hasPaths ? ", or any path of the data" : ""}`;
  return makeColumnFault(name, choice, meant === undefined ? path : `Did you mean ${meant}?`);
}
