import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import { SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { ofConnection } from "./connection-failure.ts";
import { connectionFields, connectionOf, withStoredSecrets } from "./connection-fields.ts";
import { hasRecordFields } from "./link-steps.ts";
import { RECORD_TEXTS, UNTOUCHED_RECORDS } from "./record-texts.ts";

export interface ConnectionFormOptions<Answer> {
  schema: z.ZodObject;
  /** The values of the untouched form, without secrets. */
  initial: FieldValues;
  /** Secrets that may stay empty, because they are stored. */
  stored?: readonly string[];
  /** States that nothing happened, after a refusal. */
  refused: string;
  send(connection: Record<string, unknown>, idempotencyKey: string): Promise<Answer>;
  onDone(answer: Answer): void;
}

/** A form for a connection to an EMR. It has no draft, because secrets are among its values. */
export function useConnectionForm<Answer>({
  schema,
  initial,
  stored = [],
  refused,
  send,
  onDone,
}: ConnectionFormOptions<Answer>) {
  return useSchemaForm({
    schema: withStoredSecrets(schema, stored),
    fields: { ...connectionFields(schema, { stored }), ...(hasRecordFields(schema) ? RECORD_TEXTS : {}) },
    initial: hasRecordFields(schema) ? { ...UNTOUCHED_RECORDS, ...initial } : initial,
    bodyOf: (values) => connectionOf(schema, values, stored),
    outcomes: { refused, unknown: SAVES.unknown },
    send: (connection, key) =>
      send(connection, key).catch((failure: unknown) => {
        throw ofConnection(failure);
      }),
    onDone,
  });
}
