import { counted, listOf, type Shown, textOf } from "#lib/definitions/shown";

export const shownClaimsFetch: Shown = {
  gist: ({ claim_ids, service_date }, names) =>
    textOf(service_date)
      ? `Service date ${names.day(textOf(service_date))}`
      : counted(listOf(claim_ids).length, "claim"),
};
