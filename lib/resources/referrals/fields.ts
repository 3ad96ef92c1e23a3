import { z } from "zod";
import type { FormField } from "#lib/definitions/operation";
import { rangeWords } from "#lib/kernel/day-ranges";
import { calendarDate, requiredText } from "#lib/kernel/fields";

export const referralId = z.string().describe("Id of the referral here: a UUID without dashes");

const priorityProblem = "must be one of routine, urgent, stat";
const visitsProblem = "must be an integer of at least 0";
const MAX_VISITS = 2_147_483_647;

/** A name from one of the EMR's lists, which are known only at processing time. */
const label = z
  .string({ error: "must be a non-empty string" })
  .trim()
  .min(1, "must be a non-empty string")
  .max(200, "must have at most 200 characters");

const freeText = (most: number) =>
  z.string({ error: "must be a string" }).max(most, `must have at most ${most} characters`);

/**
 * The fields that a referral update may set, in the order of interface 4.2; a creation takes these and more (decisions
 * §5).
 */
export const referralFields = {
  priority: z
    .string({ error: priorityProblem })
    .toLowerCase()
    .pipe(z.enum(["routine", "urgent", "stat"], { error: priorityProblem }))
    .optional()
    .describe("`routine`, `urgent` or `stat`, in any case"),
  status: label
    .optional()
    .describe("Label of the EMR's live status list, resolved at processing time, ignoring case and spacing"),
  reason: freeText(10_000).optional(),
  notes: freeText(10_000).optional().describe("Free text"),
  prior_authorization_code: freeText(200).optional(),
  specialty: label
    .optional()
    .describe("Name of the EMR's live specialty list, resolved at processing time, ignoring case and spacing"),
  location_id: requiredText(100).optional().describe("`emr_id` of a location from GET /locations; 404 if unknown"),
  start_date: calendarDate("validity")
    .optional()
    .describe(`YYYY-MM-DD, ${rangeWords("validity")}`),
  end_date: calendarDate("validity")
    .optional()
    .describe(`YYYY-MM-DD, ${rangeWords("validity")}, on or after \`start_date\``),
  visits_allowed: z
    .int({ error: visitsProblem })
    .min(0, visitsProblem)
    .max(MAX_VISITS, `must be at most ${MAX_VISITS}`)
    .optional(),
  assigned_to_id: requiredText(100).optional().describe("`ehr_id` of a staff member from GET /staff"),
};

/** The referral fields that a request sets. */
export type ReferralFields = z.infer<z.ZodObject<typeof referralFields>>;

/** The form fields of a referral. */
export const referralForm = {
  priority: {
    label: "Priority",
    widget: "choice",
    options: [
      { value: "routine", label: "Routine" },
      { value: "urgent", label: "Urgent" },
      { value: "stat", label: "Stat" },
    ],
  },
  status: { label: "Status", widget: "referral-status" },
  reason: { label: "Reason", widget: "multiline" },
  notes: { label: "Notes", widget: "multiline" },
  prior_authorization_code: { label: "Prior authorization code", widget: "text" },
  specialty: { label: "Specialty", widget: "specialty" },
  location_id: { label: "Location", widget: "location" },
  start_date: { label: "Valid from", widget: "date" },
  end_date: { label: "Valid until", widget: "date", help: "The first day or a later one." },
  visits_allowed: { label: "Visits allowed", widget: "number" },
  assigned_to_id: { label: "Assigned to", widget: "staff" },
} satisfies { [Field in keyof ReferralFields]-?: FormField };

/** The failure event of both updates and creations (interface 6). */
export const referralFailed = {
  type: "referral.failed",
  data: z.object({
    referral_id: referralId,
    patient_mrn: z.string(),
    failure_reason: z.string(),
    error_type: z
      .literal("emr_validation_failure")
      .optional()
      .describe("Only present if the EMR refused the values, as opposed to an unavailable EMR"),
  }),
};
