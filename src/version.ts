/** The version of this build, put in by the bundler from package.json. */
declare const SWATH_VERSION: string | undefined;

export const VERSION = typeof SWATH_VERSION === "string" ? SWATH_VERSION : "0.0.0-source";
