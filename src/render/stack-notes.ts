/** Notes on the stacks among found scenes, and on the scenes similar to one item. */
import { countText, listText } from "../counted.ts";
import { listUnknownAngles, USUAL_LIKENESS, type Collect, type Stack } from "../domain/catalog/stacks.ts";
import { isInterferometric, MAX_INTERFEROMETRIC_DEGREES } from "../domain/catalog/pairs.ts";

/** Returns the notes on the stacks of the scenes; `isPaired` if their pairs are listed. */
export function stackTexts(
  scenes: readonly Collect[],
  stacks: readonly Stack[],
  { isPaired, maxDays }: { isPaired: boolean; maxDays?: number | undefined },
): string[] {
  const inStacks = stacks.reduce((sum, { collects }) => sum + collects.length, 0);
  const withoutPlane = scenes.filter(({ plane }) => plane === undefined).length;
  const withoutAngles = scenes.filter((scene) => listUnknownAngles(scene).length > 0);
  const angles = [...new Set(withoutAngles.flatMap(listUnknownAngles))];
  const total = countText(scenes.length, "scene");
  const texts =
    inStacks === 0
      ? [`none of ${total} is in a stack`]
      : [`${inStacks} of ${total} ${areOrIs(inStacks)} in ${countText(stacks.length, "stack")}`];
  if (withoutPlane > 0)
    texts.push(
      `the orbital plane of ${withoutPlane} of them is unknown: they are compared with scenes of their own satellite only`,
    );
  if (angles.length > 0)
    texts.push(
      `${withoutAngles.length} of them ${areOrIs(withoutAngles.length)} in no stack, since their ${angles.join(", or their ")} are unknown`,
    );
  if (scenes.some(({ satellite }) => satellite === undefined))
    texts.push("satellites are unknown: scenes of one orbital plane count as those of one satellite");
  // Only a limit of days or season takes pairs away that connect a stack.
  const without = stacks.flatMap(({ pairs }, at) => (pairs.length === 0 ? `stack ${at + 1}` : []));
  if (without.length > 0)
    texts.push(`no pair is within the limit of days or season: ${listText(without, MAX_LISTED)}`);
  const parted = stacks.flatMap(({ pairs, groups }, at) =>
    pairs.length > 0 && groups.length > 1 ? `stack ${at + 1} is in ${groups.length} parts` : [],
  );
  const remedy =
    maxDays === undefined ? "without --season more pairs connect them" : "raise --max-days to connect them";
  if (parted.length > 0)
    texts.push(`the pairs do not connect all scenes: ${listText(parted, MAX_LISTED)} (${remedy})`);
  const pairs = isPaired ? stacks.flatMap((stack) => stack.pairs) : [];
  const apart = pairs.filter((pair) => !isInterferometric(pair));
  if (apart.length > 0)
    texts.push(
      `the look angles of ${apart.length} of ${countText(pairs.length, "pair")} differ by more than ${MAX_INTERFEROMETRIC_DEGREES} deg, ` +
        "about 2 km of perpendicular baseline: often too much for interferometry",
    );
  return texts;
}

const ANGLES_ALIKE = `look angle within ${USUAL_LIKENESS.lookDegrees} deg, squint within ${USUAL_LIKENESS.squintDegrees} deg`;

/** Returns the note on a search without a window like a scene. */
export const noWindowText = (): string =>
  `No window like the scene: ${ANGLES_ALIKE}; raise --window, or widen the angle: --off-nadir-min, --off-nadir-max`;

const MAX_LISTED = 5;

const areOrIs = (count: number): string => (count === 1 ? "is" : "are");

/** Returns the notes on scenes similar to an item; `reference` is undefined for an item without a time or a footprint. */
export function likeTexts(
  item: string,
  reference: Collect | undefined,
  { read, shown }: { read: number; shown: number },
): string[] {
  const { overlap } = USUAL_LIKENESS;
  const unknown = reference === undefined ? [] : listUnknownAngles(reference);
  return [
    ...(unknown.length === 0
      ? []
      : [`nothing is like ${item}, since its ${unknown.join(", and its ")} are unknown`]),
    `${shown} of ${read} items around it ${areOrIs(shown)} like ${item}: ${ANGLES_ALIKE}, ` +
      `footprints with ${overlap * 100}% in common`,
  ];
}
