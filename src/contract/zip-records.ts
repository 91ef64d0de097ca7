/** Records of a zip archive (PKWARE APPNOTE 6.3, without zip64): the signature each begins with, and its bytes without names. */
export const ZIP_RECORDS = {
  local: { signature: 0x04034b50, bytes: 30 },
  descriptor: { signature: 0x08074b50, bytes: 16 },
  central: { signature: 0x02014b50, bytes: 46 },
  end: { signature: 0x06054b50, bytes: 22 },
} as const;

/** How a member is packed. */
export const ZIP_METHODS = { stored: 0, deflated: 8 } as const;
