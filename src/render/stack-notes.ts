/** Notes on the stacks among found scenes, and on the scenes similar to one item. */
import { countText, listText } from "../counted.ts";

export interface StackCounts {
  scenes: number;
  inStacks: number;
  stacks: number;
  /** Scenes whose orbital plane is unknown. */
  withoutPlane: number;
  /** Scenes that are in no stack because angles are unknown: their number, and the angles. */
  withoutAngles: number;
  unknownAngles: readonly string[];
  areSatellitesNamed: boolean;
  /** The pairs of each stack, and the groups that they connect; undefined if the notes omit them. */
  connections: readonly { pairs: number; groups: number }[];
}

export function stackTexts({
  scenes,
  inStacks,
  stacks,
  withoutPlane,
  withoutAngles,
  unknownAngles,
  areSatellitesNamed,
  connections,
}: StackCounts): string[] {
  const numbered = connections.map((connection, at) => ({ ...connection, number: at + 1 }));
  const without = numbered.filter(({ pairs }) => pairs === 0);
  const parted = numbered.filter(({ pairs, groups }) => pairs > 0 && groups > 1);
  return [
    `${inStacks} of ${scenes} scenes are in ${countText(stacks, "stack")}`,
    ...(withoutPlane === 0
      ? []
      : [
          `the orbital plane of ${withoutPlane} of them is unknown: they are compared with scenes of their own satellite only`,
        ]),
    ...(withoutAngles === 0
      ? []
      : [
          `${withoutAngles} of them are in no stack, since their ${unknownAngles.join(", or their ")} are unknown`,
        ]),
    ...(areSatellitesNamed
      ? []
      : ["satellites are unknown: scenes of one orbital plane count as those of one satellite"]),
    ...(without.length === 0
      ? []
      : [`no pair of one season: ${listed(without.map(({ number }) => `stack ${number}`))}`]),
    ...(parted.length === 0
      ? []
      : [
          `pairs leave groups of scenes that no pair connects: ${listed(parted.map(({ number, groups }) => `${groups} in stack ${number}`))}`,
        ]),
  ];
}

const MOST_LISTED = 5;

const listed = (texts: readonly string[]): string => listText(texts, MOST_LISTED);

/** The scenes around an item that are similar to it, with the criteria. */
export interface LikeCounts {
  item: string;
  read: number;
  shown: number;
  unknownAngles: readonly string[];
  likeness: { lookDegrees: number; squintDegrees: number; overlap: number };
}

export const likeTexts = ({
  item,
  read,
  shown,
  unknownAngles,
  likeness: { lookDegrees, squintDegrees, overlap },
}: LikeCounts): string[] => [
  ...(unknownAngles.length === 0
    ? []
    : [`nothing is like ${item}, since its ${unknownAngles.join(", and its ")} are unknown`]),
  `${shown} of ${read} items around it are like ${item}: look angle within ${lookDegrees} deg, squint within ` +
    `${squintDegrees} deg, footprints with ${overlap * 100}% in common`,
];
