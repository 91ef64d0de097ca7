/** The version of this build, inserted by the bundler from package.json. */
declare const SWATH_VERSION: string | undefined;

export const VERSION = typeof SWATH_VERSION === "string" ? SWATH_VERSION : "0.0.0-source";

/** Address of the documentation: `homepage` in package.json. */
declare const SWATH_HOMEPAGE: string | undefined;

export const HOMEPAGE = typeof SWATH_HOMEPAGE === "string" ? SWATH_HOMEPAGE : "docs/reference.md";

/** The commit of this build; undefined when it was not built from a checkout. */
declare const SWATH_COMMIT: string | undefined;

export const COMMIT = typeof SWATH_COMMIT === "string" ? SWATH_COMMIT : undefined;
