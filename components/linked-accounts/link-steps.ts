import type { z } from "zod";
import { RECORD_FIELDS } from "#lib/emr/port/record-fields";

const WORDS = {
  kind: "the kind of EMR",
  connection: "its address and credentials",
  findings: "the findings of the test",
  records: "the meaning of its records",
  naming: "its name and time zone",
  linked: "the access token",
};

export type Step = keyof typeof WORDS;

/** Checks whether an admin states the meaning of an EMR's records. */
export const hasRecordFields = (schema: z.ZodObject | null): schema is z.ZodObject =>
  schema !== null && RECORD_FIELDS.some((name) => name in schema.shape);

/** Returns the steps that link an EMR with this schema of its connection; null for one that needs none. */
export function stepsOf(schema: z.ZodObject | null): readonly Step[] {
  if (schema === null) return ["kind", "naming", "linked"];
  return [
    "kind",
    "connection",
    "findings",
    ...(hasRecordFields(schema) ? (["records"] as const) : []),
    "naming",
    "linked",
  ];
}

/** Returns the step before another one. */
export const stepBefore = (step: Step, schema: z.ZodObject | null): Step => {
  const steps = stepsOf(schema);
  return steps[steps.indexOf(step) - 1] ?? "kind";
};

/** Returns the step after another one. */
export const stepAfter = (step: Step, schema: z.ZodObject | null): Step => {
  const steps = stepsOf(schema);
  return steps[steps.indexOf(step) + 1] ?? "linked";
};

/** Returns a step in words: "Step 2 of 5: its address and credentials". */
export function stepWords(step: Step, schema: z.ZodObject | null): string {
  const steps = stepsOf(schema);
  return `Step ${steps.indexOf(step) + 1} of ${steps.length}: ${WORDS[step]}`;
}
