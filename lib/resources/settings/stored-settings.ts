import type { AccountSettings } from "./model.ts";

/** Types the stored settings of an account, which only a settings sync writes. */
export const storedSettings = (settings: Record<string, unknown> | null): AccountSettings | null =>
  settings as AccountSettings | null;
