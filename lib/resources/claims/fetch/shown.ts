import { counted, listOf, type Shown, textOf } from "#lib/definitions/shown";

export const shownClaimsFetch: Shown = {
  gist: ({ claim_ids, service_date }, names) =>
    textOf(service_date)
      ? `Service date ${names.day(textOf(service_date))}`
      : counted(listOf(claim_ids).length, "claim"),
  deed: ({ claim_ids, service_date }, names) => ({
    what: textOf(service_date)
      ? `The claims of ${names.day(textOf(service_date))}`
      : `The ${counted(listOf(claim_ids).length, "claim")}`,
    plural: textOf(service_date) !== "" || listOf(claim_ids).length !== 1,
    done: "refreshed from",
  }),
};
