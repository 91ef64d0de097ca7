/** Where `sandbox start` listens unless told otherwise, and what an embedded one calls itself. */
export const SANDBOX_PORT = 7717;
export const SANDBOX_URL = `http://127.0.0.1:${SANDBOX_PORT}`;
