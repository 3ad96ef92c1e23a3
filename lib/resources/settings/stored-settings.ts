import type { linkedAccount } from "#lib/db/schema";
import { type Profile, supportedBy } from "#lib/emr/port/profile";
import type { AccountSettings } from "./model.ts";

/** Types the stored settings of an account, which only a settings sync writes. */
export const storedSettings = (settings: Record<string, unknown> | null): AccountSettings | null =>
  settings as AccountSettings | null;

/**
 * Returns the settings of an account, null before the first sync. The capabilities follow the last probe of the
 * connection, if there was one.
 */
export function settingsOf(
  account: Pick<typeof linkedAccount.$inferSelect, "settings" | "profile">,
): AccountSettings | null {
  const settings = storedSettings(account.settings);
  const profile = account.profile as Profile | null;
  return settings && profile ? { ...settings, capabilities: supportedBy(profile) } : settings;
}
