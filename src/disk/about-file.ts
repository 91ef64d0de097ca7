/**
 * Returns the fault of a file in one line with one path. A fault of the disk or of a lock already has a longer path: that of the part file or
 * lock, with its folder. `path` is the path of the file below its folder, with slashes.
 */
export function nameFileOnce(path: string, message: string): string {
  return hasFileName(path, message) ? message : `${path}: ${message}`;
}

function hasFileName(path: string, message: string): boolean {
  const text = ` ${message.replaceAll("\\", "/")} `;
  const name = path.lastIndexOf("/") + 1;
  // Files of a running download are next to the file: a dot, the name, and a suffix.
  const beside = `${path.slice(0, name)}.${path.slice(name)}.`;
  // A name without a folder could be any word of a sentence.
  const before = name === 0 ? ["/"] : ["/", " "];
  return before.some(
    (start) =>
      text.includes(start + beside) || [" ", ":", ","].some((end) => text.includes(start + path + end)),
  );
}
