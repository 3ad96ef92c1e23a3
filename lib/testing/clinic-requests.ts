import { catalog } from "#lib/catalog/generated/definitions";
import { samples } from "#lib/catalog/generated/samples";
import type { OperationDefinition, Widget } from "#lib/definitions/operation";

/** What a field names that picks a record of the practice of `openClinic`. A sample names records of the demo. */
const PICKED: Partial<Record<Widget, unknown>> = {
  answers: { Q1: "2", Q2: "3" },
  appointment: "APT-1",
  "catalog-items": ["LAB-1"],
  form: "PHQ-2",
  "insurance-company": "INS-1",
  location: "LOC-1",
  patient: "MRN-1",
  "payment-method": "credit card",
  provider: "101",
  "provider-number": "101",
  "recall-action": "Called patient",
  "service-type": "Depression Screening",
  team: "Behavioral Health",
  "visit-status": "ARR",
  "visit-type": "Office Visit",
};

const TYPED: ReadonlySet<Widget> = new Set([
  "text",
  "multiline",
  "money",
  "number",
  "date",
  "choice",
  "chips",
  "parts",
  "file",
]);

/** Returns the request of a sample with this practice's records; without those that the practice need not have. */
function ofClinic({ form }: OperationDefinition, request: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(request).flatMap(([field, value]) => {
    const widget = form[field]?.widget;
    if (widget === undefined) return [];
    if (widget in PICKED) return [[field, PICKED[widget]]];
    return TYPED.has(widget) ? [[field, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** A valid body for each operation that takes one, by its route, at the practice of `openClinic`: from its sample. */
export const clinicRequests: Readonly<Record<string, Record<string, unknown>>> = Object.fromEntries(
  Object.values<OperationDefinition>(catalog)
    .filter(({ input }) => Object.keys(input.shape).length > 0)
    .map((operation) => {
      const { request } = samples[operation.id as keyof typeof samples];
      return [`${operation.method} ${operation.path}`, ofClinic(operation, request)];
    }),
);
