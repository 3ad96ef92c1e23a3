import { joined, type Shown, textOf } from "#lib/definitions/shown";

export const shownReferral: Shown = {
  gist: ({ reason, direction }) => joined(textOf(reason), textOf(direction)),
  deed: () => ({ what: "A referral", done: "created in" }),
};
