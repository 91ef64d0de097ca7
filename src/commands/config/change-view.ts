import { recordView } from "../../cli/output/view.ts";
import type { Change } from "../../app/accounts/config.ts";
import { cellText } from "../../render/column.ts";

export const changeView = recordView<Change>({
  text: ({ profile, key, value }) => {
    const now = value === null ? "removed" : `= ${cellText(value)}`;
    return `${cellText(key)} ${now} (profile ${cellText(profile)})\n`;
  },
});
