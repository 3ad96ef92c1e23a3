import { eq } from "drizzle-orm";
import { ROLE_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { linkedAccount } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { DomainError, invalid, notFound, unauthorized } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import { parseId } from "#lib/kernel/id";
import type { Principal } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import { isSameOrigin } from "#lib/security/credentials/same-origin";
import { TtlCache } from "#lib/security/credentials/ttl-cache";
import { sessionUser } from "#lib/sign-in/session-user";

const accounts = () => singleton("session-account-cache", () => new TtlCache<true>(60_000, 10_000));

async function assertAccount(organizationId: string, accountId: string): Promise<void> {
  const found = await accounts().lookUp(`${organizationId}:${accountId}`, async () => {
    const [known] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
      tx.select({ id: linkedAccount.id }).from(linkedAccount).where(eq(linkedAccount.id, accountId)),
    );
    return known ? true : null;
  });
  if (!found) throw notFound("Linked account");
}

/**
 * Authenticates the console (decisions §2) by its session cookie and the linked account of the page. Throws 401 without
 * a valid session, 400 or 404 for the account, 403 for a write from another origin.
 */
export async function authenticateSession(request: HttpRequest): Promise<Principal> {
  const user = await sessionUser(request.headers);
  if (!user) throw unauthorized();
  if (request.method !== "GET" && request.method !== "HEAD" && !isSameOrigin(request.headers)) {
    throw new DomainError("forbidden", "Not allowed: a request with a session must come from the console's own pages");
  }
  const header = request.headers.get("x-linked-account");
  if (!header) throw invalid(problem("X-Linked-Account", "is required", "Missing required header: X-Linked-Account"));
  const accountId = parseId(header);
  if (!accountId) throw notFound("Linked account");
  await assertAccount(user.organizationId, accountId);
  return {
    organizationId: user.organizationId,
    linkedAccountId: accountId,
    actor: { kind: "user", id: user.id, name: user.name },
    permissions: ROLE_PERMISSIONS[user.role],
    grounds: user.grounds,
    standing: user.standing,
  };
}
