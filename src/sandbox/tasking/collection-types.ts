import { IMAGING_TYPES, findImagingType, type ImagingType } from "../fleet.ts";

/** Default constraints of a request: any side, direction, plane and time. */
const CONSTRAINTS = {
  lookDirection: "either",
  ascDesc: "either",
  orbitalPlanes: [] as readonly number[],
  offNadirMin: 5,
  offNadirMax: 50,
  localTime: "anytime",
  polarization: "HH",
} as const;

/** A row of `GET /collectiontypes`; resolutions in metres, the scene size in kilometres. */
export interface CollectionType {
  name: string;
  collectMode: string;
  numLooks: number;
  resolutionRange: number;
  resolutionAzimuth: number;
  sceneWidthKm: number;
  sceneLengthKm: number;
  constraints: typeof CONSTRAINTS;
}

const toCollectionType = (type: ImagingType, name = type.name): CollectionType => ({
  name,
  collectMode: type.collectMode,
  numLooks: type.numLooks,
  resolutionRange: type.resolutionRangeMetres,
  resolutionAzimuth: type.resolutionAzimuthMetres,
  sceneWidthKm: type.widthKm,
  sceneLengthKm: type.lengthKm,
  constraints: CONSTRAINTS,
});

const isStrip = ({ collectMode }: ImagingType): boolean => collectMode === "stripmap";

// Spec silent: the full list of collection types. The sandbox adds those known from public clients.
export const COLLECTION_TYPES: readonly CollectionType[] = [
  ...IMAGING_TYPES.map((type) => toCollectionType(type)),
  ...IMAGING_TYPES.filter(isStrip).map((type) => toCollectionType(type, `parallel_${type.name}`)),
];

/** Returns a type with the members of a recorded deployment: sizes in metres, under `collectConstraints`. */
export const toRecordedType = (type: CollectionType): object => ({
  name: type.name,
  version: 1,
  active: true,
  description: type.name,
  collectConstraints: {
    collectMode: type.collectMode,
    numLooks: type.numLooks,
    azrMax: type.resolutionAzimuth,
    srrMax: type.resolutionRange,
    imageLength: type.sceneLengthKm * 1000,
    imageWidth: type.sceneWidthKm * 1000,
  },
});

/** Returns the type with that name; a hyphen counts as an underscore. */
export function findCollectionType(name: string): CollectionType | undefined {
  const plain = name.replaceAll("-", "_");
  return COLLECTION_TYPES.find((type) => type.name === plain);
}

/** Returns the imaging parameters of a type that the store has validated. */
export function readImagingType(name: string): ImagingType {
  const type = findImagingType(name);
  if (type === undefined) throw new Error(`no imaging type belongs to ${name}`);
  return type;
}
