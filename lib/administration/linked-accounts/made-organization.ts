import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { asOrganization } from "#lib/db/as-organization";
import { type AuditDetail, apiClient, linkToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { CommandContext } from "#lib/definitions/command";
import { notFound } from "#lib/kernel/domain-error";
import { parseId } from "#lib/kernel/id";
import { writeAudit } from "#lib/security/audit/audit-log";
import { organizationEntry } from "#lib/security/audit/organization-entry";

/** The condition of the links by which a platform client has linked an EMR in an organization that it made (additions §5). */
export const isElsewhere = (clientId: string) =>
  and(
    eq(linkToken.apiClientId, clientId),
    eq(linkToken.repairs, false),
    isNotNull(linkToken.linkedAt),
    isNotNull(linkToken.targetOrganizationId),
  );

/** Returns whether the operator lets a client link in organizations that it makes. */
export async function isPlatform(tx: Transaction, clientId: string): Promise<boolean> {
  const [client] = await tx.select({ platform: apiClient.platform }).from(apiClient).where(eq(apiClient.id, clientId));
  return client?.platform ?? false;
}

/**
 * Returns the organization in which a platform client has linked an account, in a transaction of the client's own; null if it has
 * linked it in none that it made.
 */
export async function madeOrganizationOf(tx: Transaction, clientId: string, accountId: string): Promise<string | null> {
  const id = parseId(accountId);
  if (id === null || !(await isPlatform(tx, clientId))) return null;
  const [link] = await tx
    .select({ organizationId: linkToken.targetOrganizationId })
    .from(linkToken)
    .where(and(isElsewhere(clientId), eq(linkToken.linkedAccountId, id)));
  return link?.organizationId ?? null;
}

/** Returns the row that stands for a platform client in the transaction's organization; undefined once its admin has revoked it. */
export async function standInOf(tx: Transaction, platformClientId: string) {
  const [row] = await tx
    .select()
    .from(apiClient)
    .where(and(eq(apiClient.platformClientId, platformClientId), isNull(apiClient.revokedAt)));
  return row;
}

type Context = Pick<CommandContext<unknown>, "tx" | "principal" | "tenant" | "params" | "note">;

/**
 * Runs a command on the account that its path names in the organization that has it: of a platform client without an access token
 * one that it made, as the row that stands for it there, and with an entry in that organization's audit log as well. Throws `not_found` once
 * the organization's admin has revoked that row.
 */
export async function whereLinked<Given extends Context, Result>(
  context: Given,
  { route, action }: { route: string; action: string },
  work: (there: Given) => Promise<Result>,
): Promise<Result> {
  const { tx, principal, params } = context;
  const { isWithoutAccount, actor } = principal;
  const isClient = isWithoutAccount && actor.kind === "api_client";
  const organizationId = isClient ? await madeOrganizationOf(tx, actor.id, params.id ?? "") : null;
  if (organizationId === null) return work(context);
  return asOrganization(tx, organizationId, async () => {
    const standIn = await standInOf(tx, actor.id);
    if (!standIn) throw notFound("Linked account");
    const { id, name } = standIn;
    const noted: AuditDetail[] = [];
    const there = {
      ...context,
      principal: {
        ...principal,
        organizationId,
        linkedAccountId: id,
        actor: { ...actor, id, name },
        standsFor: actor.id,
      },
      tenant: { organizationId, linkedAccountId: id },
      note(detail: AuditDetail) {
        noted.push(detail);
        context.note(detail);
      },
    };
    const result = await work(there);
    const [detail] = noted;
    const entry = { organizationId, actor: there.principal.actor, action, route, resource: params.id ?? null };
    await writeAudit(tx, organizationEntry({ ...entry, ...(detail && { detail }), address: null }));
    return result;
  });
}
