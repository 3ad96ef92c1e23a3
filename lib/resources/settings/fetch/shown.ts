import type { Shown } from "#lib/catalog/shown-job";

export const shownSettingsSync: Shown = { gist: () => "" };
