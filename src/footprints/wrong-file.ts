/** The bytes are not what their name says. The message says what was found, for people. */
export class WrongFile extends Error {
  override readonly name = "WrongFile";
}

/** Metres would be taken for degrees, and nothing found near them. Throws WrongFile. */
export function refuseProjected(isProjected: boolean): void {
  if (isProjected) throw new WrongFile("its coordinates are projected, not degrees");
}
