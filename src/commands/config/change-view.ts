import { recordView } from "../../cli/output/view.ts";
import { cellText } from "../../render/column.ts";

/** One change of a profile. */
export interface Change {
  profile: string;
  key: string;
  /** Null when it was removed. */
  value: unknown;
  /** What stood there before; null when nothing did. */
  previous: unknown;
  /** The file that holds the profile. */
  file: string;
}

export const changeView = recordView<Change>({
  text: ({ profile, key, value }) => {
    const now = value === null ? "is not set any more" : `= ${cellText(value)}`;
    return `${cellText(key)} ${now} (profile ${cellText(profile)})\n`;
  },
});
