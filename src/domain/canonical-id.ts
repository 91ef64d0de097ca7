/**
 * Returns the form in which two ids are compared: services differ in case, in blanks around an id and in the Unicode form of
 * a letter. Ids are sent and shown as the service wrote them.
 */
export const canonicalId = (text: string): string => text.normalize("NFC").trim().toLowerCase();
