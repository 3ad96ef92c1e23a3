import type { Shown } from "#lib/definitions/shown";

export const shownSettingsSync: Shown = { gist: () => "" };
