import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { inOrder, requiredText } from "#lib/kernel/fields";
import { referralFailed, referralFields, referralForm, referralId } from "#lib/resources/referrals/fields";

const directionProblem = "must be one of incoming, outgoing";

/** POST /referrals: creates a referral in the EMR (interface 4.16, decisions §5). */
export const createReferral = defineOperation({
  id: "referrals:create",
  name: "Referral",
  title: "Create referral",
  menuPlace: 60,
  menuGroup: "referral",
  keywords: ["refer", "specialist"],
  effect: "writes",
  place: "referrals",
  summary: "Create a referral in the EMR",
  section: "4.16",
  method: "POST",
  path: "/referrals",
  embed: "patient",
  capability: "referrals",
  input: z
    .object({
      patient_mrn: requiredText(100).describe("Must resolve to a synced patient"),
      ...referralFields,
      priority: referralFields.priority.default("routine"),
      reason: requiredText(10_000),
      direction: z
        .enum(["incoming", "outgoing"], { error: directionProblem })
        .default("outgoing")
        .describe("`incoming` or `outgoing`; default `outgoing`"),
      referring_provider_id: requiredText(100)
        .optional()
        .describe("`id` of a referring provider from GET /referring-providers; 404 if unknown"),
    })
    .check(inOrder("start_date", "end_date")),
  identifiers: z.object({ referral_id: referralId }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Referral queued",
  form: {
    patient_mrn: { label: "Patient", widget: "patient" },
    direction: {
      label: "Direction",
      widget: "choice",
      options: [
        { value: "outgoing", label: "Outgoing" },
        { value: "incoming", label: "Incoming" },
      ],
      initial: "outgoing",
      help: "Outgoing: from the practice to someone else.",
    },
    referring_provider_id: { label: "Referring provider", widget: "referring-provider" },
    ...referralForm,
    priority: { ...referralForm.priority, initial: "routine" },
    notes: { ...referralForm.notes, rare: true },
    prior_authorization_code: { ...referralForm.prior_authorization_code, rare: true },
    start_date: { ...referralForm.start_date, rare: true },
    end_date: { ...referralForm.end_date, rare: true },
    visits_allowed: { ...referralForm.visits_allowed, rare: true },
    assigned_to_id: { ...referralForm.assigned_to_id, rare: true },
  },
  retry: DEFAULT_RETRY,
  invalidates: ["referrals"],
  events: {
    completed: {
      type: "referral.created",
      data: z.object({ referral_id: referralId, ehr_id: z.string(), patient_mrn: z.string() }),
    },
    failed: referralFailed,
  },
});
