import type { z } from "zod";
import type { Capability } from "#lib/emr/port";

/** How a field of an operation's form is drawn; the pickers look their choices up in the reads. */
export type Widget = "text" | "multiline" | "money" | "date" | "patient" | "location" | "payment-method";

export interface FormField {
  label: string;
  widget: Widget;
  /** One sentence under the field. */
  help?: string;
}

/** When a passing EMR fault is tried again: pauses in milliseconds, each jittered by up to a quarter either way. */
export interface RetryPolicy {
  /** Attempts in all, the first one included. */
  attempts: number;
  firstPauseMs: number;
  longestPauseMs: number;
}

/** 8 attempts in about 10 minutes (decisions §6). */
export const DEFAULT_RETRY: RetryPolicy = { attempts: 8, firstPauseMs: 5_000, longestPauseMs: 240_000 };

export interface EventDefinition<Data extends z.ZodObject = z.ZodObject> {
  type: string;
  data: Data;
}

/**
 * One write operation: what the request, the form, the job runner and the API reference have in common.
 * Browser-safe; it names nothing of the server.
 */
export interface OperationDefinition<
  Id extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Identifiers extends z.ZodObject = z.ZodObject,
  Completed extends z.ZodObject = z.ZodObject,
  Failed extends z.ZodObject = z.ZodObject,
> {
  /** Also the permission that it needs and the `type` of its jobs (decisions §2). */
  id: Id;
  /** What the console calls it: "Payment". */
  name: string;
  summary: string;
  /** The section of the interface that it implements. */
  section: string;
  method: "POST" | "PATCH";
  /** Below /v1, with `{parameters}` in braces. */
  path: string;
  capability: Capability;
  /** The body without `callback_urls`. */
  input: Input;
  /** What the acceptance answers besides `success`, `message` and `job_id`. */
  identifiers: Identifiers;
  /** `job_id` is an integer in most acceptance answers and a string in some (interface 2.1). */
  jobIdType: "integer" | "string";
  acceptedMessage: string;
  form: { [Field in keyof z.infer<Input> & string]: FormField };
  retry: RetryPolicy;
  events: { completed: EventDefinition<Completed>; failed: EventDefinition<Failed> };
}

/** Keeps the literal types of a definition. */
export function defineOperation<
  const Id extends string,
  Input extends z.ZodObject,
  Identifiers extends z.ZodObject,
  Completed extends z.ZodObject,
  Failed extends z.ZodObject,
>(
  definition: OperationDefinition<Id, Input, Identifiers, Completed, Failed>,
): OperationDefinition<Id, Input, Identifiers, Completed, Failed> {
  return definition;
}

export type InputOf<Definition extends OperationDefinition> = z.infer<Definition["input"]>;
export type IdentifiersOf<Definition extends OperationDefinition> = z.infer<Definition["identifiers"]>;
export type CompletedDataOf<Definition extends OperationDefinition> = z.infer<
  Definition["events"]["completed"]["data"]
>;
export type FailedDataOf<Definition extends OperationDefinition> = z.infer<Definition["events"]["failed"]["data"]>;
