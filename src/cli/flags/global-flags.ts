/** The flags of every command, defined once for parsing, help, completion and the reference. */
import { Option, type Command } from "@commander-js/extra-typings";
import { preference, suggesting } from "./flag.ts";
import { readCommaList, makeWordReader, readNewPath, readPath, readNonEmpty } from "../../domain/readers.ts";
import { COLOR_CHOICES, PROGRESS_CHOICES, SANDBOX_USERS, SETTINGS } from "../../settings/settings-table.ts";
import { FORMATS } from "../../domain/output-formats.ts";

const words = <const W extends string, F extends string>(
  flags: F,
  description: string,
  choices: readonly W[],
) => suggesting(preference(flags, description, makeWordReader(choices)), choices);

const on = <F extends string>(flags: F, description: string) => new Option(flags, description);

function addOutputFlags(command: Command) {
  return command
    .optionsGroup("Output:")
    .addOption(words("-o, --output <format>", "format of the result", FORMATS))
    .addOption(on("--json", "short for --output json; errors are also JSON"))
    .addOption(
      preference("--columns <names>", "columns to print, separated by commas; any path works", readCommaList),
    )
    .addOption(
      preference(
        "--query <jmespath>",
        "print what this JMESPath expression finds in the result",
        readNonEmpty,
      ),
    )
    .addOption(on("--no-header", "omit the header line of tables and CSV"))
    .addOption(on("--ascii", "draw maps with plain characters"))
    .addOption(on("-q, --quiet", "no notes; ids only, or nothing if the result is files"))
    .addOption(on("-v, --verbose", "print requests, retries and sources of settings on stderr"))
    .addOption(on("--debug", "as --verbose, with requests, responses and stack traces"))
    .addOption(words("--color <when>", "colour", COLOR_CHOICES))
    .addOption(on("--no-color", "short for --color never"))
    .addOption(words("--progress <how>", "progress on stderr", PROGRESS_CHOICES))
    .addOption(
      preference(
        "--log-file <path>",
        "append the messages of stderr to this file as JSON lines",
        readNewPath,
      ),
    )
    .addOption(on("--annotate", "also print errors and warnings as GitHub Actions annotations"))
    .addOption(on("--step-summary", "append the outcome of the run to $GITHUB_STEP_SUMMARY"));
}

function addServiceFlags(command: Command) {
  return command
    .optionsGroup("Service:")
    .addOption(preference("--profile <name>", "settings profile", readNonEmpty))
    .addOption(preference("--base-url <url>", "base URL of the service", readNonEmpty))
    .addOption(on("--sandbox", "use the local sandbox: no account, no network, no cost"))
    .addOption(words("--sandbox-user <user>", "sandbox user to run as", SANDBOX_USERS))
    .addOption(preference("--api-key-file <path>", "read the API key from this file (- for stdin)", readPath))
    .addOption(
      preference("--token-file <path>", "read a bearer token from this file (- for stdin)", readPath),
    )
    .addOption(
      preference("--vendor-prefix <prefix>", "the operator's prefix in property names", readNonEmpty),
    )
    .addOption(preference("--ca-file <path>", "trust the certificates in this PEM file as well", readPath))
    .addOption(
      preference("--timeout <duration>", "limit for one request, such as 30s", SETTINGS.timeout.read),
    )
    .addOption(
      preference("--retries <n>", "retries of requests that are safe to repeat", SETTINGS.retries.read),
    )
    .addOption(
      preference("--concurrency <n>", "maximum transfers or requests at once", SETTINGS.concurrency.read),
    )
    .addOption(
      preference("--config <dir>", "folder of the settings and stored keys (absolute)", readNewPath),
    );
}

function addConductFlags(command: Command) {
  return command
    .optionsGroup("Conduct:")
    .addOption(on("--dry-run", "print the request without sending it"))
    .addOption(on("-y, --yes", "answer every confirmation with yes"))
    .addOption(on("--no-input", "never ask; fail and report the missing flag"))
    .addOption(on("--no-validate", "send despite failed validation, with a warning"))
    .addOption(on("--strict", "treat warnings as errors"))
    .addOption(on("--resend", "send again despite the same unresolved request"))
    .helpOption("-h, --help", "show this help");
}

export function addGlobalFlags(command: Command) {
  addOutputFlags(command);
  addServiceFlags(command);
  addConductFlags(command);
  return command;
}

type Opts<F extends (command: Command) => { opts(): unknown }> = ReturnType<ReturnType<F>["opts"]>;

export type GlobalOptions = Opts<typeof addOutputFlags> &
  Opts<typeof addServiceFlags> &
  Opts<typeof addConductFlags>;
