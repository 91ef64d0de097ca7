/** Names of files and folders that Windows does not allow, or changes. */

/** Names that Windows keeps for devices, with any extension. */
export const DEVICE_NAME = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;
/** `C:` and the prefix of paths that Windows does not parse. */
const ROOT = /^(?:[\\/]{2}[?.][\\/])?(?:[a-z]:)?/i;

/** Returns the rule of Windows that a path breaks, as "has the name CON ..."; undefined if it breaks none. */
export function findWindowsNameFault(path: string): string | undefined {
  for (const name of path.replace(ROOT, "").split(/[\\/]/)) {
    if (name === "." || name === "..") continue;
    if (DEVICE_NAME.test(name)) return `has the name ${name}, which Windows reserves for a device`;
    const [forbidden] = /[<>:"|?*]/.exec(name) ?? [];
    if (forbidden !== undefined) return `has ${forbidden} in a name, which Windows does not allow`;
    if (/[. ]$/.test(name)) return `has a name that ends with a dot or a space, which Windows removes`;
  }
  return undefined;
}
