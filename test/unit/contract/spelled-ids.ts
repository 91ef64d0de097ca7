/** The same id as a service, a clipboard or another system writes it. */
import * as fc from "fast-check";

export const spelling = fc.constantFrom<(id: string) => string>(
  (id) => id.normalize("NFC"),
  (id) => id.normalize("NFD"),
  (id) => ` ${id}`,
  (id) => `${id}\u00a0\n`,
  (id) => id.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  (id) => id.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
);
