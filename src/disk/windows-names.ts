/** Names of files and folders that Windows does not allow, or changes. */

/** Names that Windows keeps for devices, with any extension. */
export const DEVICE_NAME = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;
/** `C:` and the prefix of paths that Windows does not parse. */
const ROOT = /^(?:[\\/]{2}[?.][\\/])?(?:[a-z]:)?/i;

/** Returns the reason why Windows cannot make a file or folder of this path, or gives it another name; undefined if it can. */
export function findWindowsNameFault(path: string): string | undefined {
  for (const name of path.replace(ROOT, "").split(/[\\/]/)) {
    const quoted = JSON.stringify(name);
    if (name === "." || name === "..") continue;
    if (DEVICE_NAME.test(name)) return `${quoted} is the name of a device on Windows`;
    const [forbidden] = /[<>:"|?*]/.exec(name) ?? [];
    if (forbidden !== undefined) return `${quoted} has ${forbidden}, which no name on Windows may have`;
    if (/[. ]$/.test(name)) return `${quoted} ends with a dot or a space, which Windows removes from names`;
  }
  return undefined;
}
