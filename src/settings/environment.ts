/** The environment variables of a run. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reports whether a variable has a value; an empty one counts as unset. */
export const isSet = (value: string | undefined): value is string => value !== undefined && value !== "";
