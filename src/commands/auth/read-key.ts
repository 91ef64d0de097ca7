import type { Context } from "../../cli/context.ts";
import { askSecret } from "../../cli/input/prompt.ts";
import { readDocument } from "../../cli/input/read-value.ts";
import { AppError } from "../../errors.ts";
import { keepOne } from "../../hint.ts";

/** Reads the key from the given source, or from a prompt. One line break at its end is removed. */
export async function readKey(
  context: Context,
  { apiKeyStdin }: { apiKeyStdin?: true },
  origin: string,
): Promise<string> {
  const { apiKeyFile, tokenFile } = context.options;
  if (tokenFile !== undefined) {
    throw new AppError("usage", "USAGE", "auth login stores an API key, and --token-file names a token", {
      hint: "Use --api-key-file, or give --token-file to the commands that are to use it",
    });
  }
  if (apiKeyStdin === true && apiKeyFile !== undefined) {
    throw new AppError("usage", "INPUT_AMBIGUOUS", "--api-key-stdin and --api-key-file both give a key", {
      hint: keepOne("--api-key-file", "--api-key-stdin"),
    });
  }
  const key = await readFrom(context, apiKeyStdin === true ? "--api-key-stdin" : "--api-key-file", origin);
  return key.replace(/\r?\n$/, "");
}

async function readFrom(
  context: Context,
  flag: "--api-key-stdin" | "--api-key-file",
  origin: string,
): Promise<string> {
  const path = flag === "--api-key-stdin" ? "-" : context.options.apiKeyFile;
  if (path !== undefined) return (await readDocument(context, path, flag)).toString("utf8");
  if (context.canAsk) return askSecret(context.world, `API key for ${origin}`);
  throw new AppError("usage", "USAGE", "no API key was given, and this is not a terminal to ask for it", {
    hint: "Pipe it in with --api-key-stdin, or name a file with --api-key-file",
  });
}
