import { z } from "zod";
import { operationIds } from "#lib/catalog/catalog";
import { momentText } from "#lib/kernel/date-texts";
import { requiredText } from "#lib/kernel/fields";
import { oneLineName } from "#lib/kernel/one-line";
import { listRule } from "#lib/kernel/validation";
import { MCP_READ_PERMISSIONS } from "#lib/security/permissions";

const MAX_DAYS = 365;

const readsProblem = listRule("must be an array of kinds of record that an MCP token may read, such as patients:read");
const draftsProblem = listRule("must be an array of ids of operations");
const daysProblem = `must be a whole number of days from 1 to ${MAX_DAYS}`;

const reads = z
  .array(z.enum(MCP_READ_PERMISSIONS, { error: readsProblem }), { error: readsProblem })
  .describe("Permissions of the kinds of record that it may read, as far as its person may read them");
const drafts = z
  .array(z.enum(operationIds, { error: draftsProblem }), { error: draftsProblem })
  .describe("Ids of the operations that it may draft, as far as its person may send them");

/** A token for `/mcp` (decisions §2). */
export const mcpTokenModel = z
  .object({
    id: z.string(),
    name: z.string().describe("Name of the assistant that uses it"),
    user_id: z.string().describe("The person for whom it reads and drafts"),
    user_name: z.string(),
    reads: z.array(z.string()).describe("Permissions of the kinds of record that it may read"),
    drafts: z.array(z.string()).describe("Ids of the operations that it may draft"),
    status: z
      .enum(["active", "ended", "revoked", "person_deactivated"])
      .describe("`ended` after `expires_at`; `person_deactivated` while its person has no access"),
    created_at: momentText.describe("ISO 8601"),
    expires_at: momentText.describe("ISO 8601"),
    last_used_at: momentText.nullable().describe("ISO 8601, to the minute; null if it was never used"),
    revoked_at: momentText.nullable().describe("ISO 8601"),
  })
  .meta({ id: "McpToken" });

export type McpTokenModel = z.infer<typeof mcpTokenModel>;

/** A token with its secret: only in the response that creates it. */
export const newMcpTokenModel = mcpTokenModel
  .extend({ token: z.string().describe("`mcp_…`, for `Authorization: Bearer`. Only this response shows it") })
  .meta({ id: "NewMcpToken" });

export type NewMcpTokenModel = z.infer<typeof newMcpTokenModel>;

/** The body of POST /mcp-tokens. */
export const newMcpTokenInput = z.object({
  name: oneLineName(60).describe("Name of the assistant that will use it"),
  user_id: requiredText(100).describe("`id` of an active person from GET /users"),
  reads,
  drafts: drafts.default([]),
  valid_days: z
    .number({ error: daysProblem })
    .int(daysProblem)
    .min(1, daysProblem)
    .max(MAX_DAYS, daysProblem)
    .describe("Days after which it ends"),
});
