/**
 * The fault of a file in one line that names the file once. Faults of the disk and of locks name a path themselves, which
 * is longer and says more: the part or the lock beside the file, and where the folder is.
 * @param path of the file below its folder, with slashes
 */
export function aboutFile(path: string, message: string): string {
  return namesFile(path, message) ? message : `${path}: ${message}`;
}

function namesFile(path: string, message: string): boolean {
  const text = ` ${message.replaceAll("\\", "/")} `;
  const name = path.lastIndexOf("/") + 1;
  // What belongs to a file in progress stands beside it: a dot, its name, and what it is.
  const beside = `${path.slice(0, name)}.${path.slice(name)}.`;
  // Without a folder in front the name may be any word of a sentence.
  const before = name === 0 ? ["/"] : ["/", " "];
  return before.some(
    (start) =>
      text.includes(start + beside) || [" ", ":", ","].some((end) => text.includes(start + path + end)),
  );
}
