/** The known properties of an object before its first byte. */
export interface NewObject {
  key: string;
  contentType: string;
  /** `x-amz-meta-*` without the prefix, ASCII. */
  metadata: Readonly<Record<string, string>>;
}

export const headersOf = ({ contentType, metadata }: Omit<NewObject, "key">): Record<string, string> => ({
  "content-type": contentType,
  ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
});
