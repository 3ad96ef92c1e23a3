import type { Shown } from "#lib/definitions/shown";

export const shownSettingsSync: Shown = {
  gist: () => "",
  deed: () => ({ what: "The settings", plural: true, done: "refreshed from" }),
};
