import { z } from "zod";
import type { Answer, Call, Endpoint } from "#lib/api/endpoints/endpoint";
import { type JsonSchema, jsonSchema } from "#lib/api/openapi/schema";
import type { OperationDefinition } from "#lib/definitions/operation";
import { draftable, draftedFields, variablesOf } from "#lib/drafts/drafted-fields";
import { keepDraft } from "#lib/drafts/keep-draft";
import { writeAudit } from "#lib/security/audit/audit-log";
import { withCaller } from "#lib/security/credentials/standing";
import { draftPermission } from "#lib/security/permissions";
import { requestOf } from "./caller.ts";
import { lazily, outputSchema, type Tool } from "./tool.ts";

const CREATED = 201;

/** How the audit log names where a draft was made. */
const ROUTE = "MCP /drafts";

const KEPT =
  "Drafted, not sent: a person sees it on the console's page Drafts, and sends, changes or discards it there";
const KEPT_BEFORE = "The same draft waits for a person already: nothing was added";

/** The answer of a tool that drafts. */
const drafted = z.object({
  message: z.string(),
  draft_id: z.string(),
  sent: z.literal(false).describe("A draft is sent by a person alone"),
});

/** The id with a prefix, in the letters that tools may have. */
const nameOf = (id: string): string => `draft_${id.replaceAll(/[:-]/g, "_")}`;

/** Stores a draft together with its audit entry. */
async function draft(definition: OperationDefinition, { body: readBody, principal, audit }: Call): Promise<Answer> {
  const fields = draftedFields(definition, await readBody());
  const kept = await withCaller(principal, principal, async (tx) => {
    const made = await keepDraft(tx, principal, definition, fields);
    const { id, patientMrn, isNew } = made;
    if (isNew) await writeAudit(tx, { ...audit, status: CREATED, resource: id, patientMrn });
    return made;
  });
  const body: z.infer<typeof drafted> = { message: kept.isNew ? KEPT : KEPT_BEFORE, draft_id: kept.id, sent: false };
  return { status: CREATED, body: { success: true, ...body } };
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
  const target = variables.map((name) => [
    name,
    { type: "string", description: `The {${name}} of ${definition.path}` },
  ]);
  return {
    type: "object" as const,
    properties: Object.fromEntries([...target, ...properties]),
    required: [...variables, ...(schema.required ?? [])],
    additionalProperties: false,
    ...(schema.$defs ? { $defs: schema.$defs } : {}),
  };
}

/** Returns the tool that drafts an operation for a person to send. */
export function draftTool(definition: OperationDefinition): Tool {
  const name = nameOf(definition.id);
  return {
    name,
    endpoint: draftEndpoint(definition),
    listing: lazily(() => ({
      name,
      title: `Draft: ${definition.summary}`,
      description: `Draft, for a person to send in the console: ${definition.summary}. Nothing is sent and the EMR is not changed.`,
      inputSchema: inputSchema(definition),
      outputSchema: outputSchema(drafted),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    })),
    ask: (caller, given) => ({ request: requestOf(caller, { method: "POST", path: "/mcp", body: given }), params: {} }),
  };
}
