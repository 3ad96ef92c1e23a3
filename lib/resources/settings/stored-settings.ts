import type { AccountSettings } from "./model.ts";

/** Types the stored settings of an account: a settings sync writes them, and nothing else does. */
export const storedSettings = (settings: Record<string, unknown> | null): AccountSettings | null =>
  settings as AccountSettings | null;
