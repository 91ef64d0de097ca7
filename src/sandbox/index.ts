/** The sandbox's front door: open the service, then join it in memory or over a loopback socket. */
export {
  DEFAULT_SEED,
  KEY_PREFIX,
  SEEDED_ACCOUNTS,
  type Account,
  type AccountName,
} from "./auth/accounts.ts";
export { findSettingFault } from "./check-setting.ts";
export { listen, type Listening, type ListenOptions } from "./listen.ts";
export { sandboxSend } from "./memory-send.ts";
export { openSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";
export type { Settings } from "./settings.ts";
export { VARIANTS, type VariantName } from "./variants.ts";
