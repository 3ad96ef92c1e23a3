import { z } from "zod";
import type { FormField } from "#lib/definitions/operation";
import { RELATIONSHIPS } from "#lib/emr/port/relationships";
import { oneLineName } from "#lib/kernel/one-line";

const priorityProblem = "must be 1, 2 or 3";

const payerId = oneLineName(100).describe("`id` of one of `insurance_companies` of GET /settings");
const payerName = oneLineName(200);
const memberId = oneLineName(100);
const groupNumber = oneLineName(100);
const priority = z
  .int({ error: priorityProblem })
  .min(1, priorityProblem)
  .max(3, priorityProblem)
  .describe("1 (primary) to 3");
const relationship = z
  .enum(RELATIONSHIPS, { error: `must be one of ${RELATIONSHIPS.join(", ")}` })
  .describe("What the patient is to the subscriber");
const subscriber = oneLineName(200).describe("Name; required unless `self`");

/** The fields of a new insurance; those of a change are the same, each optional. */
export const insuranceFields = {
  payer_id: payerId.optional(),
  payer_name: payerName.optional(),
  member_id: memberId,
  group_number: groupNumber.optional(),
  priority,
  relationship: relationship.optional(),
  subscriber: subscriber.optional(),
};

/** What is said of an insurance of somebody else that does not say whose. */
export const subscriberProblem = "is required unless relationship is self";

/** The form fields besides the payer's. */
export const insuranceForm = {
  member_id: { label: "Member number", widget: "text" },
  group_number: { label: "Group number", widget: "text" },
  priority: { label: "Priority", widget: "number", help: "1 for the primary insurance, to 3." },
  relationship: {
    label: "The patient is the subscriber's",
    widget: "choice",
    missing: "Choose what the patient is to the subscriber",
    options: [
      { value: "self", label: "Self: the patient is the subscriber" },
      { value: "spouse", label: "Spouse" },
      { value: "child", label: "Child" },
      { value: "parent", label: "Parent" },
      { value: "other", label: "Other" },
    ],
  },
  subscriber: { label: "Subscriber", widget: "text", help: "The name, if it is not the patient." },
} satisfies Record<string, FormField>;
