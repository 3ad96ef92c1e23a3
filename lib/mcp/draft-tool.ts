import type { Answer, Call, Endpoint } from "#lib/api/endpoints/endpoint";
import { type JsonSchema, jsonSchema } from "#lib/api/openapi/schema";
import type { OperationDefinition } from "#lib/definitions/operation";
import { draftable, draftedFields, variablesOf } from "#lib/drafts/drafted-fields";
import { keepDraft } from "#lib/drafts/keep-draft";
import { writeAudit } from "#lib/security/audit/audit-log";
import { withCaller } from "#lib/security/credentials/standing";
import { draftPermission } from "#lib/security/draft-permission";
import { requestOf } from "./caller.ts";
import { argumentsSchema } from "./compact-schema.ts";
import { draftToolName } from "./draft-tool-name.ts";
import { answerThrough, lazily, type Tool } from "./tool.ts";

const CREATED = 201;

/** How the audit log names where a draft was made. */
const ROUTE = "MCP /drafts";

const KEPT =
  "Drafted, not sent: a person sees it on the console's page Drafts, and sends, changes or discards it there";
const KEPT_BEFORE = "The same draft waits for a person already: nothing was added";

/** Stores a draft together with its audit entry. */
async function draft(definition: OperationDefinition, { body: readBody, principal, audit }: Call): Promise<Answer> {
  const fields = draftedFields(definition, await readBody());
  const kept = await withCaller(principal, principal, async (tx) => {
    const made = await keepDraft(tx, principal, definition, fields);
    const { id, patientMrn, isNew } = made;
    if (isNew) await writeAudit(tx, { ...audit, status: CREATED, resource: id, patientMrn });
    return made;
  });
  const message = kept.isNew ? KEPT : KEPT_BEFORE;
  return { status: CREATED, body: { success: true, message, draft_id: kept.id, sent: false } };
}

/** Returns the endpoint that drafts an operation. It writes the draft alone: no job, and nothing to the EMR. */
const draftEndpoint = (definition: OperationDefinition): Endpoint => ({
  route: ROUTE,
  permission: draftPermission(definition.id),
  embed: "account",
  audit: "handler",
  handle: (call) => draft(definition, call),
});

function inputSchema(definition: OperationDefinition) {
  const schema = jsonSchema(definition.input, "input") as {
    properties?: JsonSchema;
    required?: string[];
    $defs?: JsonSchema;
  };
  const fields = draftable(definition);
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => fields.includes(name));
  const variables = variablesOf(definition.path);
  const target = variables.map((name) => [name, { type: "string" }]);
  const all = Object.fromEntries([...target, ...properties]);
  const required = (schema.required ?? []).filter((name) => fields.includes(name));
  return argumentsSchema(all, [...variables, ...required], schema.$defs);
}

/** Returns the tool that drafts an operation for a person to send. */
export function draftTool(definition: OperationDefinition): Tool {
  const name = draftToolName(definition.id);
  const endpoint = draftEndpoint(definition);
  return {
    name,
    permission: endpoint.permission,
    listing: lazily(() => ({
      name,
      description: `Draft: ${definition.summary}`,
      inputSchema: inputSchema(definition),
      annotations: { destructiveHint: false },
    })),
    answer: (caller, given) =>
      answerThrough(endpoint, caller, () => ({
        request: requestOf(caller, { method: "POST", path: "/mcp", body: given }),
        params: {},
      })),
  };
}
