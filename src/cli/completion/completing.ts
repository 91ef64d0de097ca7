/** Values that a shell proposes for a flag or an argument when the list is too long for help. They are loaded only then. */
const LOAD = Symbol("loads the values to complete");
type WithValues = { [LOAD]?: () => Promise<readonly string[]> };

export const completing = <N extends object>(named: N, load: () => Promise<readonly string[]>): N =>
  Object.assign(named, { [LOAD]: load });

export const completedValues = async (named: object): Promise<readonly string[]> =>
  (await (named as WithValues)[LOAD]?.()) ?? [];
