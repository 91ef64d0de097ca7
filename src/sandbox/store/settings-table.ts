import { DEFAULT_SETTINGS, readDeployment, type SandboxSettings, readVariant } from "../settings.ts";
import type { Database } from "./database.ts";

/** Explicit settings override those of the variants, which override those of the deployment, which override the defaults. */
export class SettingsTable {
  constructor(private readonly database: Database) {}

  read(): SandboxSettings {
    const given = this.#given();
    const settings = {
      ...DEFAULT_SETTINGS,
      ...readDeployment(given.deployment ?? ""),
      ...readVariant(given.variant ?? ""),
      ...given,
    };
    return { ...settings, priceTable: { ...DEFAULT_SETTINGS.priceTable, ...settings.priceTable } };
  }

  /** Sets validated values; null restores a setting's default. */
  write(changes: Readonly<Record<string, unknown>>): void {
    this.database.transaction(() => {
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) this.database.run("DELETE FROM settings WHERE name = ?", name);
        else {
          this.database.run(
            "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)",
            name,
            JSON.stringify(value),
          );
        }
      }
    });
  }

  #given(): Partial<SandboxSettings> {
    const rows = this.database.all<{ name: string; value: string }>("SELECT name, value FROM settings");
    return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
  }
}
