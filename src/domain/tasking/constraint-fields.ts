/** The imaging constraints of a request by the names of their options, with the paths of the body. */
import type { BodyFields } from "./body-fields.ts";

export const CONSTRAINT_FIELDS = {
  lookDirection: "properties.collectConstraints.lookDirection",
  orbitState: "properties.collectConstraints.ascDesc",
  orbitalPlane: "properties.collectConstraints.orbitalPlanes",
  offNadirMin: "properties.collectConstraints.offNadirMin",
  offNadirMax: "properties.collectConstraints.offNadirMax",
  azimuthMin: "properties.collectConstraints.azimuthAngleMin",
  azimuthMax: "properties.collectConstraints.azimuthAngleMax",
  localTime: "properties.collectConstraints.localTime",
  squint: "properties.collectConstraints.squint",
  maxSquintAngle: "properties.collectConstraints.maxSquintAngle",
  grazingMin: "properties.collectConstraints.grazingAngleMin",
  grazingMax: "properties.collectConstraints.grazingAngleMax",
  polarization: "properties.collectConstraints.polarization",
} as const satisfies BodyFields;
