/** `--like`: the geometry of a scene for a request or a search for passes. */
import type { SceneGeometry } from "../../domain/catalog/scene-geometry.ts";
import { readNonEmpty } from "../../domain/readers.ts";
import type { Context } from "../context.ts";
import { flag } from "./flag.ts";

export const likeFlag = (description: string) => flag("--like <scene>", description, readNonEmpty);

/**
 * Returns the geometry of a scene: of its id, of an item's, of the beginning of either, or of a row of the last search. Errors:
 * ID_AMBIGUOUS, NOT_FOUND, ITEM_NOT_FOUND.
 */
export async function readSceneLike(
  context: Context,
  word: string | undefined,
): Promise<SceneGeometry | undefined> {
  if (word === undefined) return undefined;
  const [{ findItemIdsMeant }, { findScene }, { readSceneGeometry }] = await Promise.all([
    import("../ids/items-on-screen.ts"),
    import("../../app/catalog/find-stacks.ts"),
    import("../../domain/catalog/scene-geometry.ts"),
  ]);
  if (context.service.isDryRun)
    context.notes.note(
      `A dry run looks up no scene, so the first request is shown; --explain describes the request like ${word}`,
    );
  const [id] = await findItemIdsMeant(context, [word]);
  const { collect } = await findScene(context, id!);
  const geometry = readSceneGeometry(collect);
  const { unknown } = geometry;
  if (unknown.length > 0)
    context.notes.warn(`scene ${word} has no ${unknown.join(", no ")}: any is accepted`);
  return geometry;
}

/** Returns flags with their values, such as `--orbital-plane 97 --off-nadir-min 32.6`. */
export const formatFlags = (flags: readonly (readonly [flag: string, value: unknown])[]): string =>
  flags.map(([name, value]) => `${name} ${String(value)}`).join(" ");
