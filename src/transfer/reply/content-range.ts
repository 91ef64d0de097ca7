interface ContentRange {
  /** Absent in a 416. */
  start?: number;
  /** Inclusive. */
  end?: number;
  total?: number;
}

/** Parses `bytes 0-499/1234`, `bytes 0-499/*` or the 416 form with a star for the range (RFC 9110, 14.4). Undefined for anything else. */
export function parseContentRange(text: string | undefined): ContentRange | undefined {
  const match = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/u.exec(text?.trim() ?? "");
  if (match === null) return undefined;
  const [start, end, total] = match
    .slice(1)
    .map((part) => (/^\d+$/u.test(part ?? "") ? Number(part) : undefined));
  if (start !== undefined && end !== undefined && (end < start || (total !== undefined && end >= total))) {
    return undefined;
  }
  return { start, end, total };
}
