import { z } from "zod";
import type { OperationId } from "#lib/catalog/catalog";
import { samples } from "#lib/catalog/generated/samples";
import type { FileFields, OperationDefinition } from "#lib/definitions/operation";
import { callbackUrls, httpsCallbackUrls } from "#lib/kernel/fields";
import { metadata } from "#lib/kernel/metadata";
import { MAX_UPLOADED_FILE_BYTES } from "#lib/kernel/upload-size";
import { operationIdOf, schemaName } from "./operation-id.ts";
import { jsonSuccess, responsesOf, writeWarnings } from "./responses.ts";
import { type JsonSchema, jsonSchema, namedSchema } from "./schema.ts";
import { tagOf } from "./tags.ts";

/** Returns the variable parts of a path as parameters. */
export const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

const correctsJob = { $ref: "#/components/parameters/CorrectsJob" };
const idempotencyKey = { $ref: "#/components/parameters/IdempotencyKey" };

/** Returns whether no request without fields is valid. */
export const needsBody = (input: z.ZodObject): boolean => !input.safeParse({}).success;

const METADATA =
  "Your own texts, such as the id of an order: at most 20, each of at most 500 characters, by keys of 1 to 40 characters. They stand in the job, for all who may read it, and go neither to the EMR nor into events; they are deleted with the job's request";

function requestSchema(definition: OperationDefinition): JsonSchema {
  const schema = jsonSchema(definition.input, "input");
  const urls = definition.callbacks === "instead" ? httpsCallbackUrls : callbackUrls;
  const description =
    definition.callbacks === "instead"
      ? "URLs that receive the completion event instead of the account's registered ones"
      : "URLs that receive the completion event besides the account's registered ones";
  const properties = {
    ...(schema.properties as JsonSchema),
    callback_urls: { ...jsonSchema(urls, "input"), description },
    ...(definition.takesMetadata !== false && {
      metadata: { ...jsonSchema(metadata, "input"), description: METADATA },
    }),
  };
  return { ...schema, properties };
}

/** Returns the schema of a multipart body: the fields of the JSON body, with the part `file` in place of its content. */
function formSchema({ content }: FileFields, schema: JsonSchema): JsonSchema {
  const { [content]: _, ...fields } = schema.properties as JsonSchema;
  const file = { type: "string", format: "binary", description: `At most ${MAX_UPLOADED_FILE_BYTES} bytes` };
  const required = ((schema.required ?? []) as string[]).filter((name) => name !== content);
  return { ...schema, properties: { ...fields, file }, required: [...required, "file"] };
}

/** Returns the bodies of a request by their types. */
function contentOf(definition: OperationDefinition, operationId: string) {
  const schema = requestSchema(definition);
  // Every described operation is of the catalogue.
  const example = samples[definition.id as OperationId].request;
  const json = { schema: namedSchema(schemaName(operationId, "Request"), schema), example };
  if (!definition.file) return { "application/json": json };
  const form = { schema: namedSchema(schemaName(operationId, "Form"), formSchema(definition.file, schema)) };
  return { "application/json": json, "multipart/form-data": form };
}

function acceptance(definition: OperationDefinition): z.ZodObject {
  const { field, type } = definition.jobId;
  return z.object({
    ...(definition.saysQueued ? { status: z.literal("queued") } : {}),
    message: z.string().meta({ examples: [definition.acceptedMessage] }),
    ...definition.identifiers.shape,
    [field]: type === "integer" ? z.number().int() : z.string(),
    ...writeWarnings,
  });
}

/** Returns the OpenAPI operation object of an operation. */
export function describeOperation(definition: OperationDefinition, at: { path: string; called?: string } = definition) {
  const events = [definition.events.completed, definition.events.failed, ...(definition.events.also ?? [])];
  const names = events.map(({ type }) => `\`${type}\``).join(", ");
  const { method } = definition;
  const { path } = at;
  const operationId = at.called ?? operationIdOf({ method, path, isOfOne: method === "PATCH" });
  return {
    operationId,
    tags: [tagOf(path)],
    summary: definition.summary,
    description: `Accepted at once and run in the background. Events: ${names}. Permission: \`${definition.id}\`.`,
    "x-permission": definition.id,
    parameters: [...pathParameters(path), idempotencyKey, correctsJob],
    requestBody: {
      required: needsBody(definition.input),
      content: contentOf(definition, operationId),
    },
    responses: responsesOf(
      "write",
      202,
      jsonSuccess("Accepted", schemaName(operationId, "Answer"), acceptance(definition)),
    ),
  };
}
