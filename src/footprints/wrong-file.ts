/** The bytes do not have the format of the file name. The message describes their content. */
export class WrongFile extends Error {
  override readonly name = "WrongFile";
}

/** Refuses projected coordinates: metres would be read as degrees, and no search would match. Throws WrongFile. */
export function refuseProjected(isProjected: boolean): void {
  if (isProjected) throw new WrongFile("its coordinates are projected, not degrees");
}
