/** Constraints that may leave no pass, named as the interface names them; a pair of bounds has one name. */
export const CONSTRAINT_NAMES = [
  "lookDirection",
  "ascDesc",
  "orbitalPlanes",
  "offNadir",
  "grazingAngle",
  "azimuthAngle",
  "localTime",
  "squint",
  "framing",
] as const;
export type ConstraintName = (typeof CONSTRAINT_NAMES)[number];
