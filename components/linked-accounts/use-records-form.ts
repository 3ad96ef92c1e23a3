import type { FieldValues } from "react-hook-form";
import { z } from "zod";
import { SAVES } from "#lib/browser/forms/failure-words";
import { withoutEmpties } from "#lib/browser/forms/form-values";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { RECORD_FIELDS } from "#lib/emr/port/record-fields";

const FIELDS = {
  mrn_system: { label: "The MRN of a patient is", required: true },
  visit_statuses: { label: "Visit statuses", required: true },
};

interface RecordsForm<Answer> {
  /** The schema of the connection; null for an EMR without one. */
  schema: z.ZodObject | null;
  initial?: FieldValues;
  refused?: string;
  send(fields: FieldValues, idempotencyKey: string): Promise<Answer>;
  onDone(answer: Answer): void;
}

/** A form for the fields of a connection that state what the EMR's records mean. */
export function useRecordsForm<Answer>({ schema, initial, refused, send, onDone }: RecordsForm<Answer>) {
  const shape = schema?.shape ?? {};
  const form = useSchemaForm({
    schema: z.object(Object.fromEntries(RECORD_FIELDS.flatMap((name) => (shape[name] ? [[name, shape[name]]] : [])))),
    fields: FIELDS as FieldValues,
    initial: { mrn_system: "", visit_statuses: [], ...initial } as FieldValues,
    bodyOf: withoutEmpties,
    ...(refused && { outcomes: { ...SAVES, refused } }),
    send,
    onDone,
  });
  return {
    ...form,
    /** Returns the fields as they are sent now. */
    fieldsOf: () => withoutEmpties(form.methods.getValues()),
  };
}
