/** Suggests the command for an id of another kind: the id of a task given as an order's. */
import { getEndpoint } from "../../contract/endpoints.ts";
import { AppError, type About } from "../../errors.ts";
import { isLikelyId } from "../../domain/short-ids.ts";
import { advice, swath, type Command, type Hint } from "../../hint.ts";
import type { Context } from "../context.ts";
import { toIdPath } from "./id-kinds.ts";

type Kind = About["noun"];

/** Kinds in the results of earlier runs. */
const REMEMBERED = ["task", "repeat", "collect", "item"] as const;

const NAMES: Readonly<Record<Kind, string>> = {
  order: "an order",
  task: "a task",
  repeat: "a repeat request",
  collect: "a scene",
  item: "a catalog item",
};

const COMMANDS: Readonly<Record<Kind, (id: string, asked: Kind) => Command>> = {
  order: (id) => swath`order download ${id}`,
  task: (id, asked) =>
    asked === "order"
      ? swath`order task ${id}`
      : asked === "collect"
        ? swath`task retask ${id}`
        : swath`task get ${id}`,
  repeat: (id) => swath`repeat get ${id}`,
  collect: (id) => swath`catalog search --collect-id ${id}`,
  item: (id) => swath`catalog search --id ${id}`,
};

/**
 * Returns the failure with the command that takes its id; unchanged if the id is not known as one of another kind. `path`: the words of the
 * command that failed.
 */
export async function withOtherKind(
  context: Context,
  error: unknown,
  path: readonly string[],
): Promise<unknown> {
  if (!(error instanceof AppError) || error.status !== 404 || error.about === undefined) return error;
  const hint = await suggestOtherKind(context, error.about, path.at(-1) === "retask");
  return hint === undefined ? error : error.restated(error.message, { next: hint });
}

/** Looks the id up in the journal and in the results of earlier runs, without a request. */
export async function suggestOtherKind(
  context: Context,
  { noun, id }: About,
  isRetask = false,
): Promise<Hint | undefined> {
  if (id === "") return undefined;
  const kind = (await findKindInJournal(context, id)) ?? (await findKindInResults(context, id));
  if (kind === undefined || kind === noun) return undefined;
  const isScene = kind === "collect" || kind === "item";
  const command = isRetask && isScene ? swath`collect retask ${id}` : COMMANDS[kind](id, noun);
  return advice`That is ${NAMES[kind]} of this machine: ${command}`;
}

async function findKindInJournal({ service, profileName }: Context, id: string): Promise<Kind | undefined> {
  try {
    const record = (await (await service.journal()).get(id))?.record;
    const isOwn = record?.resultId === id && record.profile === profileName;
    return isOwn ? getEndpoint(record.kind).journal?.record : undefined;
  } catch (error) {
    // An unreadable journal must not hide the failure.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function findKindInResults(
  { directories, profileName }: Context,
  id: string,
): Promise<Kind | undefined> {
  const { readFile } = await import("node:fs/promises");
  for (const kind of REMEMBERED) {
    const ids = await readFile(toIdPath(directories.cache, profileName, kind), "utf8").catch(() => "");
    if (
      ids.split("\n").some((known) => known === id || (isLikelyId(id) && known.startsWith(id.toLowerCase())))
    )
      return kind;
  }
  return undefined;
}
