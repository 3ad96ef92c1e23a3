import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { inOrder } from "#lib/kernel/fields";
import { parseId } from "#lib/kernel/id";
import { referralFailed, referralFields, referralForm, referralId } from "#lib/resources/referrals/fields";

/** The fields that the message about unexpected fields lists: fewer than the schema accepts (interface 4.2). */
const NAMED_AS_UPDATABLE = "priority, status, reason, notes, prior_authorization_code, specialty, location_id";

/** PATCH /referrals/{id}: changes a referral in the EMR; omitted fields stay unchanged (interface 4.2). */
export const updateReferral = defineOperation({
  id: "referrals:update",
  name: "Referral update",
  title: "Update referral",
  menuPlace: 50,
  menuGroup: "referral",
  effect: "writes",
  place: "referral",
  summary: "Update a referral in the EMR",
  section: "4.2",
  method: "PATCH",
  path: "/referrals/{id}",
  embed: "patient",
  capability: "referrals",
  changes: { kind: "referral", idOf: ({ params }) => parseId(params.id ?? "") },
  input: z
    .strictObject(referralFields, {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `Unexpected fields: ${issue.keys.join(", ")}. Updatable fields: ${NAMED_AS_UPDATABLE}`
          : undefined,
    })
    .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
      error: "No updatable fields provided",
      // A body of unexpected fields alone is refused for these.
      when: ({ issues }) => issues.every(({ code }) => code !== "unrecognized_keys"),
    })
    .check(inOrder("start_date", "end_date")),
  takesMetadata: false,
  identifiers: z.object({ referral_id: referralId }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Referral update queued",
  form: referralForm,
  retry: DEFAULT_RETRY,
  invalidates: ["referrals"],
  events: {
    completed: {
      type: "referral.updated",
      data: z.object({
        referral_id: referralId,
        ehr_id: z.string(),
        patient_mrn: z.string(),
        direction: z.string().describe("`incoming` or `outgoing`"),
        updated_fields: z.array(z.string()).describe("Names of the fields that were applied"),
      }),
    },
    failed: referralFailed,
  },
});
