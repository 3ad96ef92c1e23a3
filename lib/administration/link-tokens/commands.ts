import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { assertRegistered, forgetEndedSessions } from "#lib/administration/embedding/session-commands";
import { embedSession, linkToken } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { consoleAddress } from "#lib/kernel/addresses";
import { present, presentMs } from "#lib/kernel/clock";
import { environment } from "#lib/kernel/environment";
import { newId } from "#lib/kernel/id";
import { namedRecord } from "#lib/kernel/named-record";
import { embedSessionEntries, enter } from "#lib/security/credentials/directory";
import { endGrounds } from "#lib/security/credentials/grounds";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { linkTokenInput, newLinkTokenModel } from "./model.ts";
import { repairable } from "./repairable.ts";
import { targetOf } from "./target.ts";

const MINUTE_MS = 60_000;
const TOKEN_MS = 30 * MINUTE_MS;
const MAILED_MS = 7 * 24 * 60 * MINUTE_MS;

/** Says in the API reference how a partner's back end is authenticated. */
export const BY_CLIENT = "By the client id and secret alone: no access token is needed.";

/** POST /link-tokens: lets somebody without an account link one EMR (additions §5). Called by a partner's back end. */
export const createLinkToken = defineCommand({
  method: "POST",
  path: "/link-tokens",
  embed: "account",
  summary: "Let a customer link their EMR",
  description: `${BY_CLIENT} The token links one EMR, once, and is good for nothing else. Its view stands in a page of \`origin\`, or is a page of its own that ends at \`redirect_url\`. With \`linked_account_id\` it repairs that account.`,
  permission: "linked-accounts:link",
  status: 201,
  secret: true,
  input: linkTokenInput,
  done: "Link token created",
  body: newLinkTokenModel,
  made: ({ link_token_id }) => link_token_id,
  async execute({ tx, principal: { organizationId, actor }, input }) {
    const { origin, redirect_url: redirectUrl } = input;
    if (origin !== undefined) await assertRegistered(tx, "origin", origin);
    else await assertRegistered(tx, "redirect_url", redirectUrl ?? "");
    await forgetEndedSessions(tx);
    const found = input.linked_account_id === undefined ? null : await repairable(tx, actor.id, input);
    const repaired = found?.account ?? null;
    const target = found
      ? { targetOrganizationId: found.place, adminEmail: null }
      : await targetOf(tx, actor.id, input);
    const [id, linkedAccountId] = [newId(), repaired?.id ?? newId()];
    const userId = repaired?.accessTokenReferenceId ?? input.user_id ?? "";
    const organizationName = input.organization_name ?? repaired?.name ?? "";
    const token = newToken(`link_${id}`);
    const tokenHash = hashToken(token);
    const expiresAt = new Date(presentMs() + (input.mailed ? MAILED_MS : TOKEN_MS));
    await tx.insert(embedSession).values({
      id,
      organizationId,
      linkedAccountId,
      apiClientId: actor.id,
      tokenHash,
      origin: origin ?? new URL(redirectUrl ?? "").origin,
      view: "link",
      parameters: {},
      permissions: [
        "linked-accounts:create",
        "linked-accounts:link",
        "linked-accounts:read",
        "link-tokens:read",
        "organization-keys:read",
      ],
      actorId: userId,
      actorName: organizationName,
      theme: input.theme ?? {},
      expiresAt,
    });
    await tx.insert(linkToken).values({
      id,
      organizationId,
      linkedAccountId,
      apiClientId: actor.id,
      repairs: repaired !== null,
      userId,
      organizationName,
      redirectUrl: redirectUrl ?? null,
      emrTypes: repaired ? [repaired.emrType] : (input.emr_types ?? null),
      writes: [...new Set(input.writes)],
      locale: input.locale ?? null,
      ...target,
    });
    await enter(tx, embedSessionEntries({ id, tokenHash, organizationId }));
    const env = environment();
    const page = `${consoleAddress(env, env.PORT)}/embed/${id}`;
    return {
      link_token_id: id,
      link_token: token,
      url: `${page}#${token}`,
      expires_at: expiresAt.toISOString(),
    };
  },
});

/** DELETE /link-tokens/{id}: the token is refused, and its view closes. An account that it has linked stays. */
export const revokeLinkToken = defineCommand({
  method: "DELETE",
  path: "/link-tokens/{id}",
  embed: "account",
  summary: "Revoke a link token",
  description: `${BY_CLIENT} An admin's session may revoke those of all clients. Its view closes within 5 seconds. What was linked by it stays linked.`,
  permission: "link-tokens:revoke",
  status: 200,
  input: z.object({}),
  done: "Link token revoked",
  body: z.object({}),
  async execute({ tx, principal: { actor }, params }) {
    const isAsker = actor.kind === "user" ? undefined : eq(embedSession.apiClientId, actor.id);
    const { id } = await namedRecord(params, "Link token", (named) =>
      tx
        .update(embedSession)
        .set({ revokedAt: present() })
        .where(and(eq(embedSession.id, named), eq(embedSession.view, "link"), isAsker))
        .returning({ id: embedSession.id }),
    );
    endGrounds(tx, `embed-session:${id}`);
    return {};
  },
});
