import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { calendarDate, exactlyOneOf, requiredText } from "#lib/kernel/fields";
import { claimModel, fetchedClaim } from "#lib/resources/claims/model";

const MAX_CLAIMS = 25;
const listProblem = `must be an array of 1 to ${MAX_CLAIMS} claim numbers`;

/** POST /claims/fetch: a live refresh of claims from the EMR (interface 4.1). */
export const fetchClaims = defineOperation({
  id: "claims:fetch",
  name: "Claims refresh",
  title: "Refresh claims",
  menuPlace: 30,
  menuGroup: "refresh",
  keywords: ["balance"],
  effect: "reads",
  place: "claims",
  summary: "Refresh claims live from the EMR",
  section: "4.1",
  method: "POST",
  path: "/claims/fetch",
  embed: "account",
  capability: "claims_fetch",
  input: z
    .object({
      service_date: calendarDate("history")
        .optional()
        .describe("YYYY-MM-DD; every claim with this service date is fetched"),
      claim_ids: z
        .array(requiredText(100), { error: listProblem })
        .min(1, listProblem)
        .max(MAX_CLAIMS, listProblem)
        .optional()
        .describe("1 to 25 EMR claim numbers, the `emr_claim_id` of a claim"),
    })
    .check(exactlyOneOf("service_date", "claim_ids")),
  identifiers: z.object({}),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Claims fetch queued",
  resultView: "claims",
  either: ["service_date", "claim_ids"],
  eitherLabel: "Claims",
  form: {
    service_date: { label: "Service date", widget: "date", help: "Refreshes every claim of that day." },
    claim_ids: {
      label: "Claim numbers",
      widget: "chips",
      help: `Up to ${MAX_CLAIMS}, typed or pasted from a spreadsheet.`,
    },
  },
  retry: DEFAULT_RETRY,
  invalidates: ["claims"],
  events: {
    completed: {
      type: "claim.live_fetch_completed",
      namesNoToken: true,
      data: z.object({
        success: z.boolean(),
        claim_ids: z.array(z.string()).describe("EMR numbers of the claims found"),
        claims: z.array(fetchedClaim),
        not_found_claim_ids: z.array(z.string()).describe("Requested numbers that the EMR did not return"),
      }),
    },
    failed: { type: "claim.live_fetch_failed", data: z.object({ failure_reason: z.string() }) },
    also: [
      { type: "claim.created", namesNoToken: true, data: claimModel },
      { type: "claim.updated", namesNoToken: true, data: claimModel },
    ],
  },
});
