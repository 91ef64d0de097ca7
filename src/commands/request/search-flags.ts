/** The flags of `search tasks` and `search repeats`. */
import { addBodyFlags } from "../../cli/flags/body-flags.ts";
import { Option, type Command } from "@commander-js/extra-typings";
import { flag, repeatable, suggesting } from "../../cli/flags/flag.ts";
import { addMapFlags } from "../../cli/flags/map-flags.ts";
import { allFlag, limitFlag, pageSizeFlag, priceFlag } from "../../cli/flags/paging-flags.ts";
import { makeIntegerReader, readCommaList, readNonEmpty, type Reader } from "../../domain/readers.ts";
import {
  HOLDBACKS,
  REPEAT_QUERY_FIELDS,
  REQUEST_STATES,
  SORT_ORDERS,
  TASK_QUERY_FIELDS,
} from "../../contract/vocabulary.ts";
import { readConditionWords } from "../../domain/request-search/request-condition.ts";
import type { Bound } from "../../domain/request-search/search-conditions.ts";
import { advice, typed } from "../../hint.ts";

/** Reads a value with an operator before it. */
const makeBoundReader =
  (kind: string, isValue: RegExp, example: string): Reader<Bound> =>
  (given) => {
    const [, operator = "=", value = ""] = /^\s*(<=|>=|==|=|<|>)?\s*([^<>=].*)$/s.exec(given) ?? [];
    return isValue.test(value.trim())
      ? { ok: true, value: { operator: operator as Bound["operator"], value: value.trim() } }
      : {
          ok: false,
          rule: `must be ${kind}, with = < <= > >= before it`,
          next: advice`For example: ${typed(example)}`,
        };
  };

const timeBound = makeBoundReader("a time", /./, ">=2026-01-01T00:00:00Z");
/** The number is sent as typed: the interface does not define its unit. */
const durationBound = makeBoundReader("a number", /^\d+(\.\d+)?$/, ">=86400");

/** The flags of conditions that both searches have. */
const addConditionFlags = (command: Command, fields: readonly string[]) =>
  command
    .optionsGroup("Which:")
    .addOption(repeatable("--id <id>", "id of the request; - reads ids from stdin", readCommaList))
    .addOption(flag("--name <text>", "part of the name, ignoring case", readNonEmpty))
    .addOption(flag("--name-eq <text>", "the whole name", readNonEmpty))
    .addOption(flag("--name-prefix <text>", "the beginning of the name", readNonEmpty))
    .addOption(
      suggesting(
        repeatable("--status <code>", "last status code; any code works", readCommaList),
        REQUEST_STATES,
      ),
    )
    .addOption(flag("--status-message <text>", "last status message", readNonEmpty))
    .addOption(
      flag("--status-time <bound>", 'last status change, such as ">=2026-01-01T00:00:00Z"', timeBound),
    )
    .addOption(repeatable("--mode <mode>", "collect mode, not collection type", readCommaList))
    .addOption(
      flag(
        "--submitted <interval>",
        "submission: time, day or <start>/<end>; .. for an open end",
        readNonEmpty,
      ),
    )
    .addOption(flag("--from <time>", "submitted at or after this time (RFC 3339, a date, -7d)", readNonEmpty))
    .addOption(flag("--to <time>", "submitted up to this time", readNonEmpty))
    .addOption(
      flag(
        "--window-duration <bound>",
        'window duration, such as ">=86400" (seconds in the sandbox)',
        durationBound,
      ),
    )
    .addOption(suggesting(repeatable("--holdback <time>", "archive holdback", readCommaList), HOLDBACKS))
    .addOption(repeatable("--reseller-id <id>", "reseller", readCommaList))
    .addOption(
      suggesting(
        repeatable(
          "--where <condition>",
          'condition on a path: "collectConstraints.offNadirMin>=20"',
          readConditionWords,
        ),
        fields,
      ),
    )
    .addOption(
      repeatable("--where-string <condition>", "as --where, with the value sent as text", readConditionWords),
    );

const addSharedFlags = (command: Command, fields: readonly string[]) =>
  addBodyFlags(
    addMapFlags(
      addConditionFlags(command, fields)
        .optionsGroup("How many, in which order:")
        .addOption(
          flag("--sort <field>", "column or path below properties, with :asc or :desc", readNonEmpty),
        )
        .addOption(
          suggesting(flag("--order <order>", "sort direction", readNonEmpty), SORT_ORDERS).hideHelp(),
        )
        .addOption(flag("--page <n>", "page number, from 1", makeIntegerReader()))
        .addOption(pageSizeFlag())
        .addOption(limitFlag())
        .addOption(allFlag())
        .addOption(priceFlag())
        .optionsGroup("Map:"),
    ).optionsGroup("Body:"),
  );

export const addTaskSearchFlags = (command: Command) =>
  addSharedFlags(command, Object.keys(TASK_QUERY_FIELDS))
    .optionsGroup("Which:")
    .addOption(
      flag("--window-open <interval>", "opening of the window: time, day or <start>/<end>", readNonEmpty),
    )
    .addOption(flag("--window-close <interval>", "closing of the window", readNonEmpty))
    .addOption(
      repeatable("--repeat-id <id>", "tasks of this repeat request (its id or its name)", readCommaList),
    )
    .addOption(new Option("--include-repeating", "include the tasks of repeat requests"))
    .addOption(new Option("--no-include-repeating", "exclude the tasks of repeat requests"));

export const addRepeatSearchFlags = (command: Command) =>
  addSharedFlags(command, Object.keys(REPEAT_QUERY_FIELDS))
    .optionsGroup("Which:")
    .addOption(flag("--description <text>", "part of the description, ignoring case", readNonEmpty))
    .addOption(flag("--description-eq <text>", "the whole description", readNonEmpty))
    .addOption(flag("--description-prefix <text>", "the beginning of the description", readNonEmpty));

type SharedOptions = ReturnType<ReturnType<typeof addSharedFlags>["opts"]>;
type TaskOptions = ReturnType<ReturnType<typeof addTaskSearchFlags>["opts"]>;
type RepeatOptions = ReturnType<ReturnType<typeof addRepeatSearchFlags>["opts"]>;

/** The options of either command; a command's missing options are undefined. */
export type SearchOptions = SharedOptions & Partial<TaskOptions> & Partial<RepeatOptions>;

/** Examples of the flags, for errors. */
export const SEARCH_EXAMPLES = {
  "--page-size": typed("--page-size", "100"),
  "--page": typed("--page", "2"),
  "--submitted": typed("--submitted", "2026-03-01/.."),
  "--window-open": typed("--window-open", "2026-03-01/2026-03-31"),
  "--window-close": typed("--window-close", "../2026-03-31"),
} as const;
