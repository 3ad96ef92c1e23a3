import type { FieldValues } from "react-hook-form";
import { z } from "zod";
import { withoutEmpties } from "#lib/browser/forms/form-values";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { RECORD_FIELDS } from "#lib/emr/port/record-fields";
import { RECORD_TEXTS, UNTOUCHED_RECORDS } from "./record-texts.ts";

interface RecordsForm<Answer> {
  /** The schema of the connection; null for an EMR without one. */
  schema: z.ZodObject | null;
  send(fields: FieldValues, idempotencyKey: string): Promise<Answer>;
  onDone(answer: Answer): void;
}

/** A form for the fields of a connection that state the meaning of the EMR's records. */
export function useRecordsForm<Answer>({ schema, send, onDone }: RecordsForm<Answer>) {
  const shape = schema?.shape ?? {};
  const form = useSchemaForm({
    schema: z.object(Object.fromEntries(RECORD_FIELDS.flatMap((name) => (shape[name] ? [[name, shape[name]]] : [])))),
    fields: RECORD_TEXTS,
    initial: UNTOUCHED_RECORDS,
    bodyOf: withoutEmpties,
    send,
    onDone,
  });
  return {
    ...form,
    /** Returns the fields as they are sent now. */
    fieldsOf: () => withoutEmpties(form.methods.getValues()),
  };
}
