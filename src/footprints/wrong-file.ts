/** The bytes are not of the kind that the name announces. The message describes what was found. */
export class WrongFile extends Error {
  override readonly name = "WrongFile";
}

/** Refuses projected coordinates: metres would be taken for degrees, and no search would match. Throws WrongFile. */
export function refuseProjected(isProjected: boolean): void {
  if (isProjected) throw new WrongFile("its coordinates are projected, not degrees");
}
