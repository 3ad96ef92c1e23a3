import type { z } from "zod";
import type { Capability } from "#lib/emr/port/port";
import type { ChangedRecord } from "#lib/job-record/changed-record";
import type { JobStatus } from "#lib/job-record/model";
import type { DayRangeName } from "#lib/kernel/day-ranges";
import { dayRangeOf } from "#lib/kernel/fields";
import { requires } from "#lib/kernel/validation";
import type { OperationLimit } from "./embed-limit.ts";
import type { OtherListName, WrittenListName } from "./generated/list-names.ts";

/** Control for a field of an operation's form. Pickers load their options by queries. */
export type Widget =
  | "text"
  | "multiline"
  | "money"
  | "date"
  | "number"
  | "parts"
  | "choice"
  | "chips"
  | "patient"
  | "insurance"
  | "insurance-company"
  | "location"
  | "provider"
  | "provider-number"
  | "staff"
  | "staff-or-group"
  | "payment-method"
  | "note-categories"
  | "referral-status"
  | "specialty"
  | "visit-status"
  | "visit-type"
  | "date-time"
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
  | "visit"
  | "referral"
  | "recall"
  | "file";

export interface FormField {
  label: string;
  widget: Widget;
  /** One sentence below the field. */
  help?: string;
  /**
   * The value with which a form that creates something begins, shown in the field: a constant, the day at the clinic, the
   * location of the chosen patient's visit, or a reference number of our own if the method in the field `by` is one of
   * `methods_without_reference` (additions §7).
   */
  initial?: string | { from: "today" | "visit-location" } | { from: "own-reference"; by: string };
  /** Amount that is offered beside the field and never filled in: what is open on the patient's synchronized claims. */
  offers?: "open-balance";
  /** True for a field that few requests need: the form shows it under "More". */
  rare?: boolean;
  /**
   * The field that says the same to other EMRs: of both the form shows this one where the EMR requires it, else the other,
   * and each that has a value.
   */
  sameAs?: string;
  /** The instruction shown if the field is empty, for a label that does not fit "Enter the …" or "Choose the …". */
  missing?: string;
  /** Options of a `choice`. */
  options?: readonly { value: string; label: string }[];
  /** The fields of an object of a `parts`, by their names, with their labels. */
  parts?: Readonly<Record<string, string>>;
  /** The days that can be a `date`'s: from the schema, in outlines alone. */
  days?: DayRangeName;
  /** True if only the API accepts the field and the form omits it. */
  hidden?: boolean;
  /** Of a `patient`: the hidden field with the id of one whom the EMR is still to create, who then is shown in place of the picker. */
  orNew?: string;
}

/**
 * Retries after a transient EMR error. Pauses are in milliseconds, each with a jitter of up to 25% in either direction.
 */
export interface RetryPolicy {
  /** Total number of attempts, including the first. */
  attempts: number;
  firstPauseMs: number;
  maxPauseMs: number;
}

/** 8 attempts in about 10 minutes (decisions §6). */
export const DEFAULT_RETRY: RetryPolicy = { attempts: 8, firstPauseMs: 5_000, maxPauseMs: 240_000 };

/** Lists of `/v1` that jobs change. */
export type ListName = WrittenListName | OtherListName;

/** Part of the console that is specific to one kind of job. */
export type ConsolePlace =
  | "appointment"
  | "claims"
  | "documents"
  | "messages"
  | "open-slot"
  | "order-catalog"
  | "patient"
  | "patient-insurance"
  | "patient-insurances"
  | "patients"
  | "patients-read-again"
  | "provider-schedule"
  | "recall"
  | "referral"
  | "referrals"
  | "settings"
  | "tasks"
  | "visit-cancellation"
  | "visit-move"
  | "visits-read-again";

/** Special display of a completed job's result. */
export type ResultView = "balance" | "catalog" | "claims" | "questionnaire" | "settings-sync" | "visit-move";

export interface EventDefinition<Data extends z.ZodObject = z.ZodObject> {
  type: string;
  data: Data;
  /** True if the envelope of its events omits `access_token_reference_id` (decisions §5, exactness). */
  namesNoToken?: true;
  /** True for a failure event without `reasons`, as decisions fix its data, whose type others send with them (additions §1). */
  omitsReasons?: true;
  /** `action` in the envelope of its events (interface section 6). */
  action?: "ehr_sync";
}

/** The fields of a request with a file. */
export interface FileFields<Name extends string = string> {
  /** The field of a JSON body with the file in base64, which a multipart body does not have. */
  content: Name;
  /** The field with the file's name; that of the part `file` is its default. */
  name: Name;
}

/** Entries of menus that hold several operations. */
export type MenuGroup = "appointment" | "notes" | "order" | "patient" | "referral" | "refresh";

/** Definition of any job, whether a request or the product itself queues it. */
export interface JobDefinition {
  /** `type` of its jobs. */
  id: string;
  /** Name in the console, such as "Payment". */
  name: string;
  /** Position in menus, the smallest first; undefined for internal jobs. */
  menuPlace?: number;
  /** The entry of menus under which it stands with others of its kind; undefined for an entry of its own. */
  menuGroup?: MenuGroup;
  /** Words by which a desk seeks it, besides its title, name and summary; no word that is likely to be a person's name. */
  keywords?: readonly string[];
  /** `writes` if the job writes to the EMR, so that a repetition could have a second effect; `reads` otherwise. */
  effect: "writes" | "reads";
  retry: RetryPolicy;
  /** Lists that its completion makes stale. */
  invalidates: readonly ListName[];
  /** Part of the console besides the menu in which the console offers it or shows its jobs; one operation per place. */
  place?: ConsolePlace;
  /** List that contains its records from their acceptance on, with the status of their jobs. */
  listedIn?: WrittenListName;
  /** Lists of synchronized records that show its record from its acceptance on, and no longer once it has failed. */
  shownAtOnceIn?: readonly ListName[];
  /** Null for internal jobs, which emit no events. */
  events: { completed: EventDefinition; failed: EventDefinition; also?: readonly EventDefinition[] } | null;
}

/** A field of a visit that fills in one of a form. */
export type VisitField = "patient_mrn" | "emr_appointment_id";

/**
 * A write operation: the common source of request validation, form, job runner and API reference. Browser-safe: it
 * imports no server code.
 */
export interface OperationDefinition<
  Id extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Identifiers extends z.ZodObject = z.ZodObject,
  Completed extends z.ZodObject = z.ZodObject,
  Failed extends z.ZodObject = z.ZodObject,
> extends JobDefinition {
  /** Also the name of the required permission (decisions §2). */
  id: Id;
  /** The user's action, as the form's heading and button and as the menu's item: "Post payment". */
  title: string;
  summary: string;
  /** The implemented section of the interface. */
  section: string;
  method: "POST" | "PATCH";
  /** Path below /v1, with `{parameters}` in braces. */
  path: string;
  /** Id in the OpenAPI document, if the one that its path gives is another operation's. */
  called?: string;
  /** Another path of the operation, which names its record otherwise, and its id in the OpenAPI document. */
  alsoAt?: { path: string; called: string };
  /** How the operation limits an embedded view to the view's patient. */
  embed: OperationLimit;
  /** Required capability of the EMR; null if every EMR supports the operation. */
  capability: Capability | null;
  /** The existing record that its jobs change; undefined if they create a record or only read. */
  changes?: ChangedRecord<z.infer<Input>>;
  /**
   * Returns the key of the lock under which requests of an account are judged one after the other, if what one creates decides
   * about the next; undefined if they are judged together.
   */
  locks?(input: z.infer<Input>): string;
  /**
   * True if its jobs take or give up time of providers: its acceptance judges what is free under a lock of the account's
   * schedule, and jobs that touch one provider's day run in the order of their acceptance (additions §2).
   */
  schedules?: true;
  /** Returns the permission that a request needs besides the operation's own; null for most requests. */
  alsoNeeds?(input: z.infer<Input>): string | null;
  /** Steps of an operation that writes to the EMR more than once; each has a separate idempotency key. */
  steps?: readonly string[];
  /** The EMR's record that contains the created one, such as "episode"; undefined if there is none. */
  partOf?: string;
  /** Undefined for an operation without a file. One with a file also takes `multipart/form-data`, with the part `file`. */
  file?: FileFields<keyof z.infer<Input> & string>;
  /** The fields that a visit's panel fills in, where the console offers the operation too, each by the visit's field. */
  fromVisit?: Readonly<Record<string, VisitField>>;
  /** A special view of the result, instead of its fields or above them. */
  resultView?: ResultView;
  /**
   * Allows only one job at a time per linked account: while one is in flight, another request gets 409 with a message
   * that starts with this text. If undefined, several may run.
   */
  oneAtATime?: string;
  /** False if the request may have no `metadata`: its interface refuses further fields (4.2). */
  takesMetadata?: false;
  /** Request body without `callback_urls` and `metadata`. */
  input: Input;
  /** Fields of the acceptance response besides `success`, `message`, `status` and the job's id. */
  identifiers: Identifiers;
  /** Field and type of the job's id in the acceptance response (interface 2.1). */
  jobId: { field: "job_id"; type: "integer" | "string" } | { field: "job_execution_id"; type: "string" };
  /** True if the acceptance response contains `status: "queued"` (interface 4.4 and 4.7). */
  saysQueued?: boolean;
  /** Whether `callback_urls` receive events in addition to the registered URLs or instead of them (interface 6). */
  callbacks: "added" | "instead";
  acceptedMessage: string;
  form: { [Field in keyof z.infer<Input> & string]: FormField };
  /** One or two sentences above the form's fields. */
  intro?: string;
  /** What to do if what it has written is wrong and nothing here takes it back: one or two sentences in the job's panel. */
  whenWrong?: string;
  /** Label of the button that closes the form without sending, if the action itself is a cancellation; "Cancel" otherwise. */
  leave?: string;
  /**
   * Fields by which two requests for one patient within a day are the same one, and their records in `listedIn` too: the
   * form asks before it sends the second. A form with it also asks about an unusual amount.
   */
  sameBy?: readonly (keyof z.infer<Input> & string)[];
  /** Fields of which a request must contain exactly one; the form offers a choice between them. */
  either?: readonly (keyof z.infer<Input> & string)[];
  /** What these fields say each in its way, above the choice: "Payer". Needed where the form shows several of them. */
  eitherLabel?: string;
  /** A field whose record supplies the values of others: these are required without it. */
  supplies?: { by: keyof z.infer<Input> & string; fields: readonly (keyof z.infer<Input> & string)[] };
  events: {
    completed: EventDefinition<Completed>;
    failed: EventDefinition<Failed>;
    /** Further event types that its completion may emit. */
    also?: readonly EventDefinition[];
  };
}

/**
 * Returns the lists that a job's new status makes stale: always those that show its record from the beginning, the others
 * once it has completed.
 */
export const staleLists = (
  { listedIn, shownAtOnceIn = [], invalidates }: Pick<JobDefinition, "listedIn" | "shownAtOnceIn" | "invalidates">,
  status: JobStatus,
): readonly ListName[] => [
  ...(listedIn ? [listedIn] : []),
  ...shownAtOnceIn,
  ...(status === "completed" ? invalidates : []),
];

/** All that a page needs to render and submit a form: plain data without the validation schema. */
export interface FormOutline
  extends Pick<
    OperationDefinition,
    "id" | "name" | "title" | "effect" | "method" | "path" | "capability" | "intro" | "leave" | "listedIn"
  > {
  form: Record<string, FormField>;
  /** Names of the required fields. */
  required: readonly string[];
  either: readonly string[];
  /** What the alternatives say each in its way; "" without any. */
  eitherLabel: string;
  /** The fields by which two requests are the same; none if repeating it needs no question. */
  sameBy: readonly string[];
  /** Field of the acceptance response that contains the job's id. */
  jobIdField: string;
}

/** Returns the outline of an operation's form. */
export const outlineOf = (definition: OperationDefinition): FormOutline => {
  const {
    id,
    name,
    title,
    effect,
    method,
    path,
    capability,
    intro,
    leave,
    either = [],
    eitherLabel = "",
    sameBy = [],
    supplies,
    listedIn,
    jobId,
    input,
  } = definition;
  const form: Record<string, FormField> = Object.fromEntries(
    Object.entries<FormField>(definition.form).map(([field, drawn]) => {
      const days = dayRangeOf(input.shape[field]);
      return [field, days ? { ...drawn, days } : drawn];
    }),
  );
  // Of alternatives that the API alone accepts, the form knows nothing.
  const offered = either.filter((field) => form[field]?.hidden !== true);
  const isOnlyWay = (field: string) => offered.length === 1 && offered[0] === field;
  const supplied = supplies && form[supplies.by]?.hidden === true ? supplies.fields : [];
  const required = Object.keys(form).filter(
    (field) => isOnlyWay(field) || supplied.includes(field) || requires(input, field),
  );
  const shown = {
    form,
    required,
    either: offered.length > 1 ? offered : [],
    eitherLabel,
    sameBy,
    jobIdField: jobId.field,
    ...(intro && { intro }),
    ...(leave && { leave }),
  };
  return { id, name, title, effect, method, path, capability, ...(listedIn && { listedIn }), ...shown };
};

/** Preserves the literal types of a definition. */
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

/** Examples of an operation's request and events, for documentation and tests. */
export interface SampleOf<Definition extends OperationDefinition> {
  request: InputOf<Definition>;
  completed: CompletedDataOf<Definition>;
  failed: FailedDataOf<Definition>;
  /** `data` of each further event type that its completion may emit. */
  also?: Record<string, Record<string, unknown>>;
}
