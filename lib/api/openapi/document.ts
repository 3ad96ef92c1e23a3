import { draftParameter } from "#lib/api/request/draft-to-send";
import { holdParameter } from "#lib/api/request/hold";
import { correctsParameter } from "#lib/api/request/job-to-correct";
import { catalog } from "#lib/catalog/catalog";
import type { OperationDefinition } from "#lib/definitions/operation";
import { allCommands } from "./all-commands.ts";
import { allQueries } from "./all-queries.ts";
import { describeCommand } from "./commands.ts";
import { describeOperation } from "./operations.ts";
import { others } from "./others.ts";
import { describeQuery } from "./queries.ts";
import { errorResponses, errorTable } from "./responses.ts";
import { withNamedSchemas } from "./schema.ts";
import { webhooks } from "./webhooks.ts";

/** Revision of the interface that this product implements. */
export const REVISION = "1.0.1";

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });

const securitySchemes = {
  client_id: header("client_id", "The API client's id"),
  client_secret: header("client_secret", "The API client's secret"),
  access_token: header("access_token", "The access token of the linked account"),
  embed_token: {
    type: "http",
    scheme: "bearer",
    description: "The token of an embed session, limited to the session's view",
  },
};

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header" as const,
  required: false,
  description:
    "Repeating a request with the same key and body within 24 hours returns the first response, with `Idempotent-Replayed: true`, and does nothing new. A key belongs to the API client, the user, or the embedded session. A request that comes while the first is still running waits for it and gets 409 after 10 seconds",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const ifMatch = {
  name: "If-Match",
  in: "header" as const,
  required: false,
  description:
    "The record's `etag`, or a list of such tags: if the record has changed since, the answer is 412 with the record as it is now, and nothing is saved. `*` names any state. Tags are compared strongly, so a weak one names none",
  schema: { type: "string" },
};

function paths() {
  const found: Record<string, Record<string, unknown>> = {};
  const add = (path: string, method: string, operation: unknown) => {
    found[path] = { ...found[path], [method.toLowerCase()]: operation };
  };
  for (const query of allQueries) add(query.path, "get", describeQuery(query));
  for (const operation of Object.values<OperationDefinition>(catalog)) {
    add(operation.path, operation.method, describeOperation(operation));
  }
  for (const command of allCommands) add(command.path, command.method, describeCommand(command));
  for (const [path, operation] of Object.entries(others)) add(path, "get", operation);
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Builds the OpenAPI 3.1 document of `/v1` from the schemas that validate the requests (decisions §5). */
export const openApiDocument = () =>
  withNamedSchemas({
    openapi: "3.1.1",
    info: {
      title: "Clinical Records Integration API",
      version: REVISION,
      description: `Queries return the records of the last sync with the linked EMR. Operations are accepted at once and run in the background; a signed webhook event reports their outcome. Unknown fields of a write and unknown query parameters are ignored and listed in \`warnings\`, unless the API client refuses them (\`unknown_fields\`).\n\n## Errors\n\nEvery error has the body \`{"success": false, "message": "…"}\`, and of invalid fields also \`errors\`.\n\n${errorTable}`,
    },
    servers: [{ url: "/v1" }],
    security: [{ client_id: [], client_secret: [], access_token: [] }, { embed_token: [] }],
    paths: paths(),
    webhooks: webhooks(),
    components: {
      securitySchemes,
      parameters: {
        IdempotencyKey: idempotencyKey,
        IfMatch: ifMatch,
        HoldSeconds: holdParameter,
        Draft: draftParameter,
        CorrectsJob: correctsParameter,
      },
      responses: errorResponses,
    },
  });
