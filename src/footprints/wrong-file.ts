/** The bytes are not what their name says. The message says what was found, for people. */
export class WrongFile extends Error {
  override readonly name = "WrongFile";
}
