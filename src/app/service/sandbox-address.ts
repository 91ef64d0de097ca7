/**
 * The default address of `sandbox start`, also used by the sandbox in this process. Separate from local-sandbox.ts,
 * because help loads it.
 */
export const SANDBOX_PORT = 7717;
export const SANDBOX_URL = `http://127.0.0.1:${SANDBOX_PORT}`;
