import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { ROLE_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { appUser, mcpToken, organization } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { defineCommand } from "#lib/definitions/command";
import { presentMs } from "#lib/kernel/clock";
import { badRequest, conflict, DomainError, invalid, unauthorized } from "#lib/kernel/domain-error";
import { type Problem, problem } from "#lib/kernel/field-error";
import { newId } from "#lib/kernel/id";
import { namedRecord } from "#lib/kernel/named-record";
import { changedFields } from "#lib/security/audit/changed-fields";
import { endGrounds } from "#lib/security/credentials/grounds";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { resource } from "./addresses.ts";
import { type AuthorizationRequest, answerAddress, readAuthorizationRequest } from "./authorization-request.ts";
import { CODE_S, issue } from "./credentials.ts";
import { endGrant, type Grant } from "./grants.ts";
import { newOAuthGrantInput, oauthGrantModel, oauthRules, oauthRulesInput } from "./model.ts";
import { toGrants, toOAuthRules } from "./queries.ts";
import { changedGrounds, isOnFor } from "./switch.ts";

type Chosen = Pick<z.infer<typeof newOAuthGrantInput>, "reads" | "drafts">;

const off = () =>
  new DomainError("forbidden", "Not allowed: an admin has not switched on access by OAuth; nothing was saved");

/** Returns what is wrong with the choice: wider than the client asked, or than the person's own permissions. */
function problemsOfChoice(
  { reads, drafts }: Chosen,
  { scopes }: AuthorizationRequest,
  held: ReadonlySet<string>,
): Problem[] {
  const wide = (field: "reads" | "drafts", scope: "read" | "draft", chosen: readonly string[]): Problem[] => {
    if (chosen.length > 0 && !scopes.includes(scope)) return [problem(field, "must be empty: the client did not ask")];
    const beyond = chosen.filter((name) => !held.has(name));
    return beyond.length > 0 ? [problem(field, `must be what you may do yourself, but has ${beyond.join(", ")}`)] : [];
  };
  const none =
    reads.length + drafts.length === 0 ? [problem("reads", "must name what the client may read or draft")] : [];
  return [...wide("reads", "read", reads), ...wide("drafts", "draft", drafts), ...none];
}

/** Returns the signed-in person. Throws `unauthenticated`. */
async function personOf(tx: Transaction, id: string) {
  const [person] = await tx.select({ name: appUser.name, role: appUser.role }).from(appUser).where(eq(appUser.id, id));
  if (!person) throw unauthorized();
  return person;
}

/**
 * POST /oauth-grants: the consent of the signed-in person to a client's authorization request. Answers with the client's
 * redirect URI and a code in it, which is exchanged within 60 s; a grant without that ends.
 */
export const createOAuthGrant = defineCommand({
  method: "POST",
  path: "/oauth-grants",
  embed: "account",
  summary: "Grant an assistant access to this linked account",
  description:
    "The console's page of consent sends it with the parameters of the client's authorization request. Nobody can grant more than they may do themselves.",
  permission: "oauth-grants:create",
  by: "person",
  status: 201,
  secret: true,
  input: newOAuthGrantInput,
  done: "Access granted",
  body: z.object({
    oauth_grant: oauthGrantModel,
    redirect_to: z
      .string()
      .describe("The client's redirect URI with the code, `state` and `iss`, where the browser goes next"),
  }),
  made: ({ oauth_grant }) => oauth_grant.id,
  async look({ input: { scope = null, state = null, resource: asked = null, ...input } }) {
    const request = await readAuthorizationRequest({ ...input, scope, state, resource: asked });
    if ("problem" in request) throw badRequest(`${request.problem}; nothing was saved`);
    return request;
  },
  async execute({ tx, principal, tenant, input, looked: request, note }) {
    const { organizationId } = tenant;
    if (!(await isOnFor(tx, organizationId))) throw off();
    // In a browser that people share, somebody else may have signed in since: they were asked nothing.
    if (input.user_id !== undefined && input.user_id !== principal.actor.id)
      throw conflict("Another person has signed in since this page was opened; nothing was granted. Reload the page");
    const person = await personOf(tx, principal.actor.id);
    const problems = problemsOfChoice(input, request, ROLE_PERMISSIONS[person.role]);
    if (problems.length > 0) throw invalid(problems);
    const { client, redirectUri, state, codeChallenge } = request;
    const [grant] = await tx
      .insert(mcpToken)
      .values({
        id: newId(),
        ...tenant,
        userId: principal.actor.id,
        name: client.name,
        tokenHash: hashToken(newToken("mcp")),
        reads: [...new Set(input.reads)],
        drafts: [...new Set(input.drafts)],
        clientId: client.clientId,
        clientHost: new URL(redirectUri).host,
        expiresAt: new Date(presentMs() + CODE_S * 1_000),
      })
      .returning();
    if (!grant) throw new Error("The grant was not written");
    const code = await issue(tx, {
      organizationId,
      grantId: grant.id,
      kind: "code",
      resource: resource(),
      seconds: CODE_S,
      redirectUri,
      codeChallenge,
    });
    note({ record: `${grant.name} (${grant.clientHost}), for ${person.name}` });
    const [model] = await toGrants(tx, [grant]);
    if (!model) throw new Error("The grant was not mapped");
    return { oauth_grant: model, redirect_to: answerAddress(redirectUri, state, { code }) };
  },
});

/** Revokes a grant that was found and locked. Throws `conflict` if it was revoked. */
async function revoke(tx: Transaction, found: Grant) {
  if (found.revokedAt) throw conflict("This grant was revoked");
  const revokedAt = await endGrant(tx, found);
  const [model] = await toGrants(tx, [{ ...found, revokedAt }]);
  if (!model) throw new Error("The grant was not mapped");
  return model;
}

const revoked = {
  method: "DELETE",
  embed: "account",
  description:
    "All its tokens are refused within 5 seconds. What it has drafted stays until a person sends or discards it.",
  by: "person",
  status: 200,
  input: z.object({}),
  done: "Access revoked",
  body: z.object({ oauth_grant: oauthGrantModel }),
} as const;

/** DELETE /oauth-grants/{id}: revokes what a person of the organization has granted. */
export const revokeOAuthGrant = defineCommand({
  ...revoked,
  path: "/oauth-grants/{id}",
  summary: "Revoke what a person has granted to an assistant",
  permission: "oauth-grants:revoke",
  async execute({ tx, tenant, params, note }) {
    const isOurs = and(eq(mcpToken.organizationId, tenant.organizationId), isNotNull(mcpToken.clientId));
    const found = await namedRecord(params, "Grant", (id) =>
      tx
        .select()
        .from(mcpToken)
        .where(and(eq(mcpToken.id, id), isOurs))
        .for("update"),
    );
    const oauth_grant = await revoke(tx, found);
    note({ record: `${found.name} (${found.clientHost}), for ${oauth_grant.user_name}` });
    return { oauth_grant };
  },
});

/** DELETE /me/oauth-grants/{id}: revokes what the signed-in person has granted. Throws `not_found` for those of others. */
export const revokeOwnOAuthGrant = defineCommand({
  ...revoked,
  path: "/me/oauth-grants/{id}",
  summary: "Revoke what the signed-in person has granted to an assistant",
  permission: "own-account:update",
  async execute({ tx, principal, params, note }) {
    const isOwn = and(eq(mcpToken.userId, principal.actor.id), isNotNull(mcpToken.clientId));
    const found = await namedRecord(params, "Grant", (id) =>
      tx
        .select()
        .from(mcpToken)
        .where(and(eq(mcpToken.id, id), isOwn))
        .for("update"),
    );
    const oauth_grant = await revoke(tx, found);
    note({ record: `${found.name} (${found.clientHost})` });
    return { oauth_grant };
  },
});

/** PUT /organizations/oauth: lets people grant assistants access by OAuth, or refuses all such tokens. */
export const setOAuthRules = defineCommand({
  method: "PUT",
  path: "/organizations/oauth",
  embed: "account",
  summary: "Set whether people may grant assistants access by OAuth",
  description:
    "While no organization of the deployment has it on, there is no authorization server. Switched off, all tokens of this organization's grants are refused within 5 seconds; switched on again, those that were not revoked meanwhile are accepted.",
  permission: "oauth-rules:update",
  conditional: { shows: "oauth-rules:read" },
  by: "person",
  status: 200,
  input: oauthRulesInput,
  done: "Access by OAuth changed",
  body: z.object({ oauth_rules: oauthRules }),
  async execute({ tx, principal: { organizationId }, input, note, assertMatch }) {
    const own = eq(organization.id, organizationId);
    const [row] = await tx
      .select({ enabled: organization.oauthEnabled })
      .from(organization)
      .where(own)
      .for("no key update");
    const before = { enabled: row?.enabled ?? false };
    assertMatch(toOAuthRules(before.enabled));
    await tx.update(organization).set({ oauthEnabled: input.enabled }).where(own);
    endGrounds(tx, ...changedGrounds(organizationId));
    note(changedFields("Access by OAuth", before, input));
    return { oauth_rules: toOAuthRules(input.enabled) };
  },
});
