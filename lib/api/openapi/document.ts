import { draftHeader } from "#lib/api/request/draft-to-send";
import { holdHeader } from "#lib/api/request/hold";
import { correctsParameter } from "#lib/api/request/job-to-correct";
import { catalog } from "#lib/catalog/generated/definitions";
import type { OperationDefinition } from "#lib/definitions/operation";
import { allCommands } from "./all-commands.ts";
import { allQueries } from "./all-queries.ts";
import { describeCommand } from "./commands.ts";
import { describeOperation } from "./operations.ts";
import { others } from "./others.ts";
import { describeQuery } from "./queries.ts";
import { errorResponses, errorTable } from "./responses.ts";
import { withNamedSchemas } from "./schema.ts";
import { CONSOLE_TAG, describedTags, EVENTS_TAG } from "./tags.ts";
import { webhooks } from "./webhooks.ts";

/** Revision of the interface that this product implements. */
export const REVISION = "1.0.1";

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });

/** Headers of writes that only a person's session may send: no parameters, which tools would fill in. */
const FOR_PEOPLE = [holdHeader, draftHeader];

const securitySchemes = {
  client_id: header("client_id", "The API client's id"),
  client_secret: header("client_secret", "The API client's secret"),
  access_token: header("access_token", "The access token of the linked account"),
  embed_token: {
    type: "http",
    scheme: "bearer",
    description: "The token of an embed session, limited to the session's view",
  },
  person_session: {
    type: "apiKey",
    in: "cookie",
    name: "crc.session",
    description:
      "A person's session of the console: `__Host-crc.session` over https. `X-Linked-Account` names the account by its id",
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

interface DescribedOperation {
  tags: string[];
}

type Paths = Record<string, Record<string, DescribedOperation>>;

function paths(): Paths {
  const found: Paths = {};
  const add = (path: string, method: string, operation: DescribedOperation) => {
    found[path] = { ...found[path], [method.toLowerCase()]: operation };
  };
  for (const query of allQueries) add(query.path, "get", describeQuery(query));
  for (const operation of Object.values<OperationDefinition>(catalog)) {
    for (const at of [operation, ...(operation.alsoAt ? [operation.alsoAt] : [])])
      add(at.path, operation.method, describeOperation(operation, at));
  }
  for (const command of allCommands) add(command.path, command.method, describeCommand(command));
  for (const [path, operation] of Object.entries(others)) add(path, "get", operation);
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const tagsOf = (described: Paths, webhookTag: string): string[] => [
  webhookTag,
  ...Object.values(described).flatMap((operations) => Object.values(operations).flatMap(({ tags }) => tags)),
];

/** Returns the paths without the operations of people alone. */
const forIntegrators = (described: Paths): Paths =>
  Object.fromEntries(
    Object.entries(described).flatMap(([path, operations]) => {
      const kept = Object.entries(operations).filter(([, { tags }]) => !tags.includes(CONSOLE_TAG));
      return kept.length > 0 ? [[path, Object.fromEntries(kept)]] : [];
    }),
  );

interface Edition {
  /** `integrators` leaves out the routes that only people in the console may call. */
  audience?: "everyone" | "integrators";
  /** The address of `/v1`. */
  server?: string;
}

/**
 * Builds the OpenAPI 3.1 document of `/v1` from the schemas that validate the requests (decisions §5). It is the same for
 * every organization.
 */
export function openApiDocument({ audience = "everyone", server = "/v1" }: Edition = {}) {
  const described = audience === "everyone" ? paths() : forIntegrators(paths());
  const { person_session, ...ofPrograms } = securitySchemes;
  const people = FOR_PEOPLE.map(({ name, description }) => `- \`${name}\`: ${description}`).join("\n");
  return withNamedSchemas({
    openapi: "3.1.1",
    info: {
      title: "Clinical Records Integration API",
      version: REVISION,
      contact: { name: "The operator of this deployment" },
      license: { name: "All rights reserved", identifier: "LicenseRef-All-Rights-Reserved" },
      description: `Queries return the records of the last sync with the linked EMR. Operations are accepted at once and run in the background; a signed webhook event reports their outcome. Unknown fields of a write and unknown query parameters are ignored and listed in \`warnings\`, unless the API client refuses them (\`unknown_fields\`). In the body of a write, null for a field whose schema does not allow it counts as absent.\n\n## Errors\n\nEvery error has the body \`{"success": false, "message": "…"}\`, and of invalid fields also \`errors\`.\n\n${errorTable}${audience === "everyone" ? `\n\n## Headers of a person's session\n\nWrites of operations take these; other callers get 400.\n\n${people}` : ""}`,
    },
    servers: [{ url: server, description: "This deployment" }],
    tags: describedTags(tagsOf(described, EVENTS_TAG)),
    security: [{ client_id: [], client_secret: [], access_token: [] }, { embed_token: [] }],
    paths: described as Record<string, Record<string, unknown>>,
    webhooks: webhooks(),
    components: {
      securitySchemes: audience === "everyone" ? { ...ofPrograms, person_session } : ofPrograms,
      parameters: {
        IdempotencyKey: idempotencyKey,
        IfMatch: ifMatch,
        CorrectsJob: correctsParameter,
      },
      responses: errorResponses,
    },
  });
}
