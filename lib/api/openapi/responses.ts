import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { patientCandidate } from "#lib/resources/patients/candidate";
import { exampleOf } from "./example.ts";
import { type JsonSchema, jsonSchema, namedSchema } from "./schema.ts";

const fieldError = z
  .object({
    field: z.string().describe("The path of the field, such as `claim_ids[0]`, or the name of a header or parameter"),
    message: z.string().describe("The problem, worded to follow the field's name: `must be a positive number`"),
  })
  .meta({ id: "FieldError" });

const errorBody = z
  .object({
    success: z.literal(false),
    message: z.string().describe("A text for users that names every problem"),
    errors: z.array(fieldError).optional().describe("The invalid fields, at most 100; absent if there are none"),
  })
  .meta({ id: "Error" });

const forbidden = errorBody
  .extend({
    error: z
      .literal("login_required")
      .optional()
      .describe("Present if the EMR refuses the credentials of the linked account until an admin enters new ones"),
  })
  .meta({ id: "ForbiddenError" });

const inFlight = errorBody
  .extend({
    status: z.literal("running").optional().describe("Present only while an org settings sync is in progress"),
    job_execution_id: z
      .string()
      .optional()
      .describe(
        "The org settings sync in progress, the job that the draft of X-Draft became, or the job that follows that of X-Corrects-Job",
      ),
    day_closing_id: z.string().optional().describe("The closing of the day that POST /day-closings is to close again"),
    candidates: z
      .array(patientCandidate)
      .optional()
      .describe(
        "The patients, at most 20, who may be the one that POST /patients is to create; never present for an embedded view",
      ),
    overlaps: z
      .array(
        z.object({
          datetime: momentText.describe("ISO 8601 with the offset of the account's time zone"),
          duration: z.number().int().describe("Minutes"),
        }),
      )
      .optional()
      .describe("The times that are taken, of an appointment that would overlap them; never whose they are"),
  })
  .meta({ id: "ConflictError" });

const changed = errorBody
  .extend({
    current: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("The record as it is now, as its read shows it; absent if the caller may not read it"),
  })
  .meta({ id: "PreconditionError" });

const WHEN: Record<number, string> = {
  400: "Missing or invalid parameters, unknown fields if the API client refuses them, or an operation that the connected EMR does not support",
  401: "Missing or invalid credentials",
  403: "The credentials lack the permission, or the EMR refuses those of the linked account (`error` is `login_required`)",
  404: "The record does not exist or belongs to another account",
  405: "The path does not have this method",
  409: "Not possible in the current state",
  408: "A body that does not arrive in time",
  410: "What the request would go on from is not known any more: the message says what to read again",
  412: "The record is no longer in the state that If-Match names, or has no strong ETag; nothing was saved",
  413: "A body over 1 MiB",
  415: "A body that is not JSON, or is compressed",
  416: "The Range is outside the file",
  422: "An Idempotency-Key that was used with another request",
  429: "Over the rate limit, over the limit of open streams, or too many requests with wrong credentials from this address (60 a minute; requests with valid ones still pass)",
  500: "Internal server error",
  503: "The database does not answer. The message states that nothing was saved, or that this is unknown: then repeat the request with the same Idempotency-Key",
};

/** A message of each status. */
const MESSAGES: Record<number, string> = {
  400: "Missing required field: patient_mrn",
  401: "Missing or invalid credentials",
  403: "Not allowed: this needs the permission jobs:read",
  404: "Patient not found",
  405: "This path has no such method",
  408: "The body did not arrive in time; nothing was saved",
  409: "Job 1042 is still running; nothing was saved",
  410: "The changes after this cursor are no longer kept: read the records again, with a new cursor taken before",
  412: "The record is no longer as it was read; nothing was saved",
  413: "The body is larger than 1048576 bytes; nothing was saved",
  415: "Send a JSON object (application/json)",
  416: "The document has 15360 bytes",
  422: "This Idempotency-Key was used with another request; nothing was saved",
  429: "Rate limit of 600 requests a minute reached; nothing was saved",
  500: "Internal server error",
  503: "The database does not answer; nothing was saved",
};

/** Every status of an error and when it is answered, as a table in Markdown. */
export const errorTable = [
  "| status | when |",
  "| --- | --- |",
  ...Object.entries(WHEN).map(([status, when]) => `| ${status} | ${when} |`),
].join("\n");

const BY_ALL = [400, 401, 403, 404, 405, 429, 500, 503];
const ERRORS = {
  read: BY_ALL,
  "read with conflicts": [...BY_ALL, 409],
  "read that may be gone": [...BY_ALL, 410],
  write: [...BY_ALL, 408, 409, 412, 413, 415, 422],
};

/** The bodies of errors that say more than others, by their status. */
const BODIES: Record<string, z.ZodObject> = { 403: forbidden, 409: inFlight, 412: changed };

const body = (schema: JsonSchema, example: Record<string, unknown> = {}) => ({
  content: { "application/json": { schema, example: { ...(exampleOf(schema) as object), ...example } } },
});

/** The headers of every error of a status. */
const RETRY_AFTER = {
  "Retry-After": {
    description: "Seconds until the next attempt may succeed",
    schema: { type: "integer", minimum: 0 },
  },
};

const CHALLENGE = {
  "WWW-Authenticate": {
    description: "`Bearer`, with the reason in `error_description` if the token of an embed session was refused",
    schema: { type: "string" },
  },
};
const PLAIN_ONLY = {
  "Accept-Encoding": {
    description: "`identity` if the body had a Content-Encoding: none is undone",
    schema: { type: "string" },
  },
};
const HEADERS: Record<string, object> = { 401: CHALLENGE, 415: PLAIN_ONLY, 429: RETRY_AFTER, 503: RETRY_AFTER };

/** The error responses under `components`, with one body shape for all (interface section 7). */
export const errorResponses = Object.fromEntries(
  Object.entries(WHEN).map(([status, description]) => [
    `Error${status}`,
    {
      description,
      ...body(jsonSchema(BODIES[status] ?? errorBody, "output"), { message: MESSAGES[Number(status)] }),
      ...(HEADERS[status] && { headers: HEADERS[status] }),
    },
  ]),
);

const REPLAYED = {
  "Idempotent-Replayed": {
    description: "`true` on the first response to an earlier request with the same Idempotency-Key; absent otherwise",
    schema: { type: "string" },
  },
};

/** Returns the responses of one endpoint: its success and every possible error. */
export function responsesOf(kind: keyof typeof ERRORS, status: number, success: Record<string, unknown>) {
  const errors = ERRORS[kind].map((code) => [String(code), { $ref: `#/components/responses/Error${code}` }]);
  const answer = kind === "write" ? { ...success, headers: REPLAYED } : success;
  return { [String(status)]: answer, ...Object.fromEntries(errors) };
}

const unknownFields = z.array(z.string()).meta({
  id: "UnknownFields",
  description:
    "Unknown fields of the body and query parameters, which were not used, each with the field that was probably meant; absent if there are " +
    "none. An API client whose `unknown_fields` is `refuse` gets 400 instead, and nothing is saved",
});

/** The field that every write adds to its answer. */
export const writeWarnings = { warnings: unknownFields.optional() };

/** Returns the schema of a successful answer's body: `success` and the given fields. */
export const withSuccess = (fields: z.ZodObject) => z.object({ success: z.literal(true), ...fields.shape });

/** Returns the message of an answer's example: the one that its schema names, or a word for one that depends on the record. */
function messageOf({ shape }: z.ZodObject): Record<string, unknown> {
  if (!("message" in shape)) return {};
  const { examples = [] } = (z.globalRegistry.get(shape.message) ?? {}) as { examples?: readonly unknown[] };
  return { message: examples[0] ?? "Done" };
}

/** Returns a success response with a JSON body of this name: `success` and the given fields. */
export const jsonSuccess = (description: string, name: string, fields: z.ZodObject) => ({
  description,
  ...body(namedSchema(name, jsonSchema(withSuccess(fields), "output")), messageOf(fields)),
});
