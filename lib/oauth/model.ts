import { z } from "zod";
import { operationIds } from "#lib/catalog/catalog";
import { momentText } from "#lib/kernel/date-texts";
import { etag } from "#lib/kernel/fields";
import { listRule } from "#lib/kernel/validation";
import { MCP_READ_PERMISSIONS } from "#lib/security/permissions";

const readsProblem = listRule("must be an array of kinds of record that an assistant may read, such as patients:read");
const draftsProblem = listRule("must be an array of ids of operations");

const given = z.string({ error: "must be a string" }).max(2_000, "must have at most 2000 characters");

/** What a person has allowed an OAuth client on one linked account (decisions §2). */
export const oauthGrantModel = z
  .object({
    id: z.string(),
    client_id: z.string().describe("Given at its registration, or the address of its metadata document"),
    client_name: z.string().describe("As the client calls itself; nobody has verified it"),
    client_host: z.string().describe("Host of the address to which the code was sent"),
    linked_account_id: z.string(),
    linked_account_name: z.string(),
    user_id: z.string().describe("The person who granted it, for whom the client reads and drafts"),
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
  .meta({ id: "OAuthGrant" });

export type OAuthGrantModel = z.infer<typeof oauthGrantModel>;

/** The body of POST /oauth-grants: the client's request, and what the person chooses. */
export const newOAuthGrantInput = z.object({
  response_type: given.describe("`code`"),
  client_id: given,
  redirect_uri: given,
  code_challenge: given.describe("BASE64URL of a SHA-256 (RFC 7636)"),
  code_challenge_method: given.describe("`S256`"),
  scope: given.nullish().describe("`read`, `draft`, or both; both if none is given"),
  state: given.nullish(),
  resource: given.nullish().describe("Address of `/mcp` (RFC 8707)"),
  user_id: given
    .optional()
    .describe("The person who was signed in when the page of consent was shown; 409 if it is another one by now"),
  reads: z
    .array(z.enum(MCP_READ_PERMISSIONS, { error: readsProblem }), { error: readsProblem })
    .describe("Permissions of the kinds of record that the client may read; the person must have them"),
  drafts: z
    .array(z.enum(operationIds, { error: draftsProblem }), { error: draftsProblem })
    .describe("Ids of the operations that the client may draft; the person must be able to send them")
    .default([]),
});

const rules = {
  enabled: z
    .boolean({ error: "must be true or false" })
    .describe(
      "Whether people may grant assistants access to `/mcp` by OAuth. While it is off, no such token is accepted",
    ),
};

/** Whether an organization's people may grant access by OAuth. */
export const oauthRules = z.object({ ...rules, etag }).meta({ id: "OAuthRules" });

/** The body of PUT /organizations/oauth. */
export const oauthRulesInput = z.object(rules);
