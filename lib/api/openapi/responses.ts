import { z } from "zod";
import { type JsonSchema, jsonSchema } from "./schema.ts";

const fieldError = z
  .object({
    field: z.string().describe("The path of the field, such as `claim_ids[0]`; of a header or parameter its name"),
    message: z.string().describe("What is wrong with it, to be read after its name: `must be a positive number`"),
  })
  .meta({ id: "FieldError" });

const errorBody = z
  .object({
    success: z.literal(false),
    message: z.string().describe("For people: one text that names every problem"),
    errors: z.array(fieldError).optional().describe("The invalid fields, at most 100; only where there are any"),
  })
  .meta({ id: "Error" });

const inFlight = errorBody
  .extend({
    status: z.literal("running").optional().describe("Only where an org settings sync is in flight"),
    job_execution_id: z.string().optional().describe("The org settings sync in flight"),
  })
  .meta({ id: "ConflictError" });

const WHEN: Record<number, string> = {
  400: "Missing or invalid parameters, unknown fields where they are refused, or an operation that the connected EMR does not support",
  401: "Missing or invalid credentials",
  403: "The credentials lack the permission",
  404: "Unknown here, or of another account",
  405: "Another method than this address has",
  409: "Not possible in the present state",
  413: "A body over 1 MiB",
  415: "A body that is not JSON",
  416: "A Range that asks for nothing that is there",
  422: "An Idempotency-Key that was used with another request",
  429: "Over the rate limit, over the streams that a caller may have open, or wrong credentials came too often from this address (60 times a minute; right ones are let through); Retry-After says when to come back",
  500: "Internal server error",
  503: "The database does not answer; Retry-After says when to come back. The message says that nothing was saved, or that this is unknown: then the same Idempotency-Key finds out",
};

const BY_ALL = [400, 401, 403, 404, 405, 429, 500, 503];
const BY_WRITES = [...BY_ALL, 409, 413, 415, 422];

const body = (schema: JsonSchema) => ({ content: { "application/json": { schema } } });

/** The error responses under `components`, with one body shape for all (interface section 7). */
export const errorResponses = Object.fromEntries(
  Object.entries(WHEN).map(([status, description]) => [
    `Error${status}`,
    { description, ...body(jsonSchema(status === "409" ? inFlight : errorBody, "output")) },
  ]),
);

/** Returns the responses of one endpoint: its success and every possible error. */
export function responsesOf(kind: "read" | "write", status: number, success: Record<string, unknown>) {
  const errors = (kind === "read" ? BY_ALL : BY_WRITES).map((code) => [
    String(code),
    { $ref: `#/components/responses/Error${code}` },
  ]);
  return { [String(status)]: success, ...Object.fromEntries(errors) };
}

const unknownFields = z.array(z.string()).meta({
  id: "UnknownFields",
  description:
    "Fields of the body that are not known here and were not used, with the field that was probably meant; only where " +
    "there are any. An API client whose `unknown_fields` is `refuse` gets 400 instead, and nothing is saved",
});

/**
 * Returns the fields that a write adds to its response, by the schema of its body: one that refuses unknown fields has
 * no warnings.
 */
export const warningsFor = (bodySchema: JsonSchema) =>
  bodySchema.additionalProperties === false ? {} : { warnings: unknownFields.optional() };

/** Returns a success response with a JSON body: `success` and the given fields. */
export const jsonSuccess = (description: string, fields: z.ZodObject) => ({
  description,
  ...body(jsonSchema(z.object({ success: z.literal(true), ...fields.shape }), "output")),
});
