import { type Shown, textOf } from "#lib/definitions/shown";

export const shownInsurance: Shown = {
  gist: ({ payer_name }) => textOf(payer_name),
  deed: () => ({ what: "The insurance", done: "added in" }),
};
