/**
 * Records of a zip archive (PKWARE APPNOTE 6.3, without zip64): the signature of each, and its length without names.
 */
export const ZIP_RECORDS = {
  local: { signature: 0x04034b50, bytes: 30 },
  descriptor: { signature: 0x08074b50, bytes: 16 },
  central: { signature: 0x02014b50, bytes: 46 },
  end: { signature: 0x06054b50, bytes: 22 },
} as const;

/** Compression methods of a member. */
export const ZIP_METHODS = { stored: 0, deflated: 8 } as const;
