import type { z } from "zod";
import type { Capability } from "#lib/emr/port/port";
import type { ChangedRecord } from "#lib/jobs/record/changed-record";
import type { JobStatus } from "#lib/jobs/record/model";
import { requires } from "#lib/kernel/validation";
import type { OperationLimit } from "./embed-limit.ts";

/** How a field of an operation's form is drawn; the pickers look their choices up in the reads. */
export type Widget =
  | "text"
  | "multiline"
  | "money"
  | "date"
  | "number"
  | "choice"
  | "chips"
  | "patient"
  | "location"
  | "provider"
  | "staff"
  | "payment-method"
  | "note-categories"
  | "referral-status"
  | "specialty"
  | "visit-status"
  | "referring-provider"
  | "recall-action"
  | "team"
  | "service-type"
  | "form"
  | "answers"
  | "task-type"
  | "task-details"
  | "phone-call-type"
  | "staff-groups"
  | "catalog-items"
  | "appointment"
  | "referral"
  | "recall";

export interface FormField {
  label: string;
  widget: Widget;
  /** One sentence under the field. */
  help?: string;
  /** What a `choice` offers. */
  options?: readonly { value: string; label: string }[];
  /** True where the API alone takes it: the form does not ask for it. */
  hidden?: boolean;
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

/** The lists of `/v1`, by their names in the body, that jobs change. */
export type ListName =
  | "appointments"
  | "availability"
  | "claims"
  | "forms"
  | "locations"
  | "order-catalog"
  | "orders"
  | "patient_notes"
  | "payments"
  | "providers"
  | "recalls"
  | "referrals"
  | "referring-providers"
  | "services"
  | "settings"
  | "staff"
  | "tasks"
  | "visit-statuses"
  | "visit-types";

/** Where the console names one kind of job by itself. */
export type Place =
  | "appointment"
  | "claims"
  | "messages"
  | "order-catalog"
  | "provider-schedule"
  | "recall"
  | "referral"
  | "referrals"
  | "settings";

/** How a completed job's result is drawn, other than field by field. */
export type ResultView = "catalog" | "claims" | "settings-sync";

export interface EventDefinition<Data extends z.ZodObject = z.ZodObject> {
  type: string;
  data: Data;
  /** Whether its envelope has no `access_token_reference_id` (decisions §5, exactness). */
  namesNoToken?: true;
  /** The `action` of its envelope (interface section 6). */
  action?: "ehr_sync";
}

/** What every job has, whether a request or the product itself asked for it. */
export interface JobDefinition {
  /** The `type` of its jobs. */
  id: string;
  /** What the console calls it: "Payment". */
  name: string;
  /** Whether it writes to the EMR, where doing it twice would show, or only reads from it. */
  effect: "writes" | "reads";
  retry: RetryPolicy;
  /** What its completion makes stale. */
  invalidates: readonly ListName[];
  /** Where the console offers it besides the menu, or shows its jobs: one for each place. */
  place?: Place;
  /** The list that shows its records from their acceptance on, each with the status of its job. */
  listedIn?: ListName;
  /** Null for work of our own, which tells nobody. */
  events: { completed: EventDefinition; failed: EventDefinition; also?: readonly EventDefinition[] } | null;
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
> extends JobDefinition {
  /** Also the permission that it needs (decisions §2). */
  id: Id;
  /** What its form is for, as a heading: "New payment". */
  title: string;
  summary: string;
  /** The section of the interface that it implements. */
  section: string;
  method: "POST" | "PATCH";
  /** Below /v1, with `{parameters}` in braces. */
  path: string;
  /** How it keeps an embedded view within the one patient that the view was made for. */
  embed: OperationLimit;
  /** What the EMR must be able to do; null where every EMR can. */
  capability: Capability | null;
  /** None where its jobs make a record of their own, or only read. */
  changes?: ChangedRecord<z.infer<Input>>;
  /** The steps of one that writes to the EMR more than once: each has a key of its own. */
  steps?: readonly string[];
  /** Field by field if left out. */
  resultView?: ResultView;
  /**
   * One job at a time in a linked account: while one is in flight a second is refused with 409, whose text begins so. Several
   * may run where it is left out.
   */
  oneAtATime?: string;
  /** The body without `callback_urls`. */
  input: Input;
  /** What the acceptance answers besides `success`, `message`, `status` and the job's id. */
  identifiers: Identifiers;
  /** How the acceptance names the job: an integer in most answers, a string in some (interface 2.1). */
  jobId: { field: "job_id"; type: "integer" | "string" } | { field: "job_execution_id"; type: "string" };
  /** True where the acceptance also says `status: "queued"` (interface 4.4 and 4.7). */
  saysQueued?: boolean;
  /** What `callback_urls` do: most are told besides the registered URLs, some instead of them (interface 6). */
  callbacks: "added" | "instead";
  acceptedMessage: string;
  form: { [Field in keyof z.infer<Input> & string]: FormField };
  /** A sentence or two above the form's fields. */
  intro?: string;
  /** Fields of which exactly one is sent: the form offers a choice between them. */
  either?: readonly (keyof z.infer<Input> & string)[];
  events: {
    completed: EventDefinition<Completed>;
    failed: EventDefinition<Failed>;
    /** Types that its completion may send as well. */
    also?: readonly EventDefinition[];
  };
}

/** The lists that a job's new status makes stale: its own whatever the status is, the others once it has completed. */
export const staleLists = (
  { listedIn, invalidates }: Pick<JobDefinition, "listedIn" | "invalidates">,
  status: JobStatus,
): readonly ListName[] => [...(listedIn ? [listedIn] : []), ...(status === "completed" ? invalidates : [])];

/** What a form is drawn from and sent by: plain data, without the schema that checks it. */
export interface FormOutline extends Pick<OperationDefinition, "id" | "name" | "effect" | "method" | "path" | "intro"> {
  form: Record<string, FormField>;
  /** Names of the fields that have to be filled in. */
  required: readonly string[];
  either: readonly string[];
  /** The field of the acceptance that holds the job's id. */
  jobIdField: string;
}

/** The outline of an operation's form. */
export const outlineOf = (definition: OperationDefinition): FormOutline => {
  const { id, name, effect, method, path, intro, form, either = [], jobId, input } = definition;
  const required = Object.keys(form).filter((field) => requires(input, field));
  return { id, name, effect, method, path, form, required, either, jobIdField: jobId.field, ...(intro && { intro }) };
};

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

/** One example of each shape of an operation, for the documentation and the tests. */
export interface SampleOf<Definition extends OperationDefinition> {
  request: InputOf<Definition>;
  completed: CompletedDataOf<Definition>;
  failed: FailedDataOf<Definition>;
  /** The `data` of each type that its completion may send as well. */
  also?: Record<string, Record<string, unknown>>;
}
