import type { FieldValues } from "react-hook-form";
import { z } from "zod";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { SAVES } from "#lib/browser/forms/failure-words";
import { withoutEmpties } from "#lib/browser/forms/form-values";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { connectionFields } from "./connection-fields.ts";

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

/** Returns a failure whose errors name the fields of `connection` as its own form names them. */
function ofConnection(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure)) return failure;
  const { status, message, retryAfter, jobId } = failure;
  const errors = failure.errors.map((error) => ({ ...error, field: error.field.replace(/^connection\./, "") }));
  return new ApiFailure(status, message, { retryAfter, jobId, errors });
}

const removedSecrets = (values: FieldValues, fields: ReturnType<typeof connectionFields>) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value === null && fields[name]?.removable));

/** A form for a connection to an EMR. It has no draft, because secrets are among its values. */
export function useConnectionForm<Answer>({
  schema,
  initial,
  stored = [],
  refused,
  send,
  onDone,
}: ConnectionFormOptions<Answer>) {
  const fields = connectionFields(schema, stored);
  const kept = Object.entries(schema.shape).filter(([name]) => stored.includes(name));
  return useSchemaForm({
    // Left out, a stored secret stays; null removes it.
    schema: schema.extend(
      Object.fromEntries(
        kept.map(([name, field]) => [name, fields[name]?.removable ? z.nullish(field) : z.optional(field)]),
      ),
    ),
    fields,
    initial,
    bodyOf: (values) => ({ ...withoutEmpties(values), ...removedSecrets(values, fields) }),
    outcomes: { refused, unknown: SAVES.unknown },
    send: (connection, key) =>
      send(connection, key).catch((failure: unknown) => {
        throw ofConnection(failure);
      }),
    onDone,
  });
}
