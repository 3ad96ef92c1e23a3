import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { rangeWords } from "#lib/kernel/day-ranges";
import { calendarDate, positiveAmount, requiredText } from "#lib/kernel/fields";

const paymentId = z.string().describe("Id of the payment here: a UUID without dashes");

/** POST /payments: posts a patient payment to the EMR ledger (interface 4.6). */
export const createPayment = defineOperation({
  id: "payments:create",
  name: "Payment",
  title: "Post payment",
  menuPlace: 10,
  keywords: ["pay", "copay", "co-pay", "take money", "receive", "deductible"],
  effect: "writes",
  summary: "Post a patient payment to the EMR ledger",
  section: "4.6",
  method: "POST",
  path: "/payments",
  embed: "patient",
  fromVisit: { patient_mrn: "patient_mrn" },
  capability: "payments",
  input: z.object({
    patient_mrn: requiredText(100).describe("Must resolve to a synced patient with an EMR patient id"),
    payment_method: requiredText(200).describe("Name as configured in the EMR; resolved to its id at post time"),
    reference_number: requiredText(200).describe("Reusable; not a uniqueness key"),
    location: requiredText(100).describe("EMR location or facility id"),
    amount: positiveAmount.describe("Positive, at most two decimals"),
    notes: z.string({ error: "must be a string" }).max(10_000, "must have at most 10000 characters").optional(),
    deposit_date: calendarDate("deposit")
      .optional()
      .describe(`YYYY-MM-DD, ${rangeWords("deposit")}; default today in the account's time zone`),
  }),
  identifiers: z.object({ payment_id: paymentId }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Payment queued",
  form: {
    patient_mrn: { label: "Patient", widget: "patient" },
    amount: { label: "Amount", widget: "money", offers: "open-balance" },
    payment_method: { label: "Payment method", widget: "payment-method" },
    reference_number: {
      label: "Reference number",
      widget: "text",
      help: "Check or receipt number. It may be used more than once.",
      initial: { from: "own-reference", by: "payment_method" },
    },
    location: { label: "Location", widget: "location", initial: { from: "visit-location" } },
    deposit_date: { label: "Deposit date", widget: "date", initial: { from: "today" } },
    notes: { label: "Notes", widget: "multiline", rare: true },
  },
  whenWrong:
    "If this payment is wrong, reverse or correct it in the EMR by its transaction number: nothing is taken back from here. If another one is due, post it then.",
  sameBy: ["amount", "reference_number"],
  retry: DEFAULT_RETRY,
  invalidates: [],
  listedIn: "payments",
  resultView: "balance",
  events: {
    completed: {
      type: "payment.created",
      data: z.object({
        payment_id: paymentId,
        emr_transaction_id: z.string(),
        payment_method: z.string(),
        amount: z.number(),
        reference_number: z.string(),
        patient_mrn: z.string(),
      }),
    },
    failed: { type: "payment.failed", data: z.object({ payment_id: paymentId, failure_reason: z.string() }) },
  },
});
