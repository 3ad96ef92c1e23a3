import { type Shown, textOf } from "#lib/definitions/shown";

/** Returns how the jobs of a live fetch of some days are shown: `what` are its records in words. */
export const shownDays = (what: string): Shown => ({
  gist: ({ start_date, end_date }, names) =>
    [...new Set([textOf(start_date), textOf(end_date)])].filter(Boolean).map(names.day).join(" – "),
  deed: () => ({ what, plural: true, done: "refreshed from" }),
});
