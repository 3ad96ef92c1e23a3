import type { Shown } from "#lib/operations/shown-job";

export const shownSettingsSync: Shown = { gist: () => "" };
