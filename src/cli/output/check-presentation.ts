/** Checks that the result can be shown in the chosen format, before any request is sent. */
import { closest } from "../../domain/closest.ts";
import type { Fault } from "../../errors.ts";
import type { Context } from "../context.ts";
import { columnNamed } from "./select-columns.ts";
import type { Presentation } from "./present.ts";
import type { View } from "./view.ts";
import type { Format } from "../../domain/output-formats.ts";
import { advice, Command, instead, oneOf } from "../../hint.ts";

/** Formats with columns that can be chosen. */
const WITH_COLUMNS: ReadonlySet<Format> = new Set(["table", "csv", "tsv", "map"]);
/** Formats that can print any result of an expression. */
const WITH_QUERY: ReadonlySet<Format> = new Set(["table", "json", "ndjson", "yaml", "csv", "tsv", "id"]);

export async function presentationFaults(
  { options, notes, folder }: Pick<Context, "options" | "notes" | "folder">,
  how: Presentation,
  view: View<unknown>,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const { format, columns, query } = how;
  const given = options.output;
  if (options.json === true && given !== undefined && given !== "json") {
    const message = `--json and --output ${given} contradict each other`;
    faults.push({
      code: "USAGE",
      path: "",
      flag: "--output",
      value: given,
      rule: "one format",
      message,
      hint: oneOf("--json", "--output="),
    });
  } else if (!view.formats.includes(format)) {
    faults.push(unsupported(format, view.formats));
  } else if (format === "html" && how.stdout.isTTY && query === undefined && options.dryRun !== true) {
    faults.push(await pageOnTerminal(folder, given !== undefined));
  }
  if (columns !== undefined && !WITH_COLUMNS.has(format)) {
    notes.warn(
      `--columns has no effect on --output ${format}, which prints everything; --query picks from it`,
    );
  }
  for (const name of columns ?? []) {
    if (view.paths?.includes(name) === false) faults.push(unknownColumn(name, view.paths));
    else if (WITH_COLUMNS.has(format) && view.dataNames !== undefined && !isNameOf(view, name))
      faults.push(noSuchName(name, columns!, view));
  }
  if (query === undefined) return faults;
  if (!WITH_QUERY.has(format)) {
    const rule = `one of ${[...WITH_QUERY].join(", ")} with --query`;
    const message = `--output ${format} cannot show what --query finds; it must be ${rule}`;
    faults.push({ code: "USAGE", path: "", flag: "--output", value: format, rule, message });
  }
  const { queryFault } = await import("./query-result.ts");
  const fault = await queryFault(query);
  return fault === undefined ? faults : [...faults, fault];
}

function unsupported(format: Format, formats: readonly Format[]): Fault {
  const rule = `one of ${formats.join(", ")}`;
  const message = `--output ${format}: this command prints ${formats.join(", ")}`;
  return { code: "USAGE", path: "", flag: "--output", value: format, rule, message };
}

/** A page has thousands of lines, and no terminal shows it. */
async function pageOnTerminal(folder: string, isTyped: boolean): Promise<Fault> {
  const { pageName } = await import("../../app/page-file.ts");
  const words = [...(isTyped ? [] : ["--output", "table"]), "--map", await pageName(folder, "map"), "--open"];
  const command = new Command(
    words.map((text) => ({ text })),
    "again",
    isTyped ? { without: ["--output="] } : {},
  );
  const message = "--output html writes a page to stdout, and stdout is a terminal";
  const rule = "needs a pipe or a file";
  const hint = advice`Write it to a file, and see it in the browser${command}`;
  return { code: "USAGE", path: "", flag: "--output", value: "html", rule, message, hint };
}

/** Anything with a dot or a colon may be a path of the data, which only the data show. */
const isNameOf = ({ columns = [], dataNames = [] }: View<unknown>, name: string): boolean =>
  /[.:]/.test(name) || dataNames.includes(name) || columnNamed(name, columns) !== undefined;

function noSuchName(
  name: string,
  given: readonly string[],
  { columns = [], dataNames = [] }: View<unknown>,
): Fault {
  const keys = columns.map(({ key }) => key);
  const meant = closest(name, [...keys, ...dataNames]);
  const by = meant ?? `properties.${name}`;
  const list = given.map((each) => (each === name ? by : each)).join(",");
  const command = instead(given.join(","), list);
  const hint =
    meant === undefined
      ? advice`If it is a property of the service's own, write its path${command}`
      : advice`Did you mean ${meant}?${command}`;
  const message = `--columns: no column ${JSON.stringify(name)}; columns: ${keys.join(", ")}, or any path of the data`;
  const rule = "names a column of the data";
  return { code: "FILTER_UNKNOWN", path: "", flag: "--columns", value: name, rule, message, hint };
}

function unknownColumn(name: string, paths: readonly string[]): Fault {
  const meant = closest(name, paths);
  const hint = meant === undefined ? undefined : `Did you mean ${meant}?`;
  const message = `--columns: no column ${JSON.stringify(name)}; columns: ${paths.join(", ")}`;
  const rule = "names a column of the result";
  return { code: "FILTER_UNKNOWN", path: "", flag: "--columns", value: name, rule, message, hint };
}
