import type { z } from "zod";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { formErrors } from "#lib/browser/api/form-errors";
import { RECORD_FIELDS } from "#lib/emr/port/record-fields";
import { connectionFields } from "./connection-fields.ts";
import { words } from "./link-words.ts";

const OF_CONNECTION = /^connection\./;

/** Returns a failure whose errors name the fields of `connection` as a form of a connection names them. */
export function ofConnection(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure)) return failure;
  const { status, message, retryAfter } = failure;
  const errors = failure.errors.map((error) => ({ ...error, field: error.field.replace(OF_CONNECTION, "") }));
  return new ApiFailure(status, message, { retryAfter, body: { success: false, message, errors } });
}

/** The fields of the records within a sentence, which the labels of their own form do not fit. */
const RECORD_LABELS = { mrn_system: { label: words.mrnSystem }, visit_statuses: { label: words.visitStatuses } };

const isOfRecords = (field: string): boolean => RECORD_FIELDS.some((name) => field.startsWith(`connection.${name}`));

/** Returns which form a refusal of a link is about: that of the connection, of its records, or neither. */
export function refusedPart(failure: unknown): "connection" | "records" | null {
  const fields = failure instanceof ApiFailure ? failure.errors.map(({ field }) => field) : [];
  if (fields.some((field) => OF_CONNECTION.test(field) && !isOfRecords(field))) return "connection";
  return fields.some(isOfRecords) ? "records" : null;
}

/** Returns what a refusal says, with the fields of the connection by their labels. */
export function refusalWords(schema: z.ZodObject | null, failure: Error): string {
  const placed = ofConnection(failure);
  if (!schema || !(placed instanceof ApiFailure) || placed.errors.length === 0) return failure.message;
  const { fields, others } = formErrors(placed.errors, { ...connectionFields(schema), ...RECORD_LABELS });
  return [...fields.values(), ...others.map(({ field, message }) => `${field} ${message}`)].join("; ");
}
