import { createHash, timingSafeEqual } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { mcpToken, oauthCredential } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { present, presentMs } from "#lib/kernel/clock";
import { writeAudit } from "#lib/security/audit/audit-log";
import { organizationEntry } from "#lib/security/audit/organization-entry";
import { endGrounds } from "#lib/security/credentials/grounds";
import { hashToken } from "#lib/security/credentials/token-hash";
import { isResource } from "./addresses.ts";
import { noteClientUse } from "./clients.ts";
import { ACCESS_S, type Credential, GRANT_S, isContinued, isOfKind, issue, withdrawIssuedFor } from "./credentials.ts";
import { endGrant, type KnownGrant, lockGrant } from "./grants.ts";
import { OAuthError } from "./oauth-error.ts";
import { grantedScope } from "./scopes.ts";
import { isOnFor } from "./switch.ts";

/**
 * Time in ms within which a refresh token is accepted a second time, because the first answer may have been lost. The tokens of
 * the first answer are then revoked: a thief who uses them reveals the reuse.
 */
const GRACE_MS = 30_000;

/** A token answer (RFC 6749, section 5.1). */
export interface TokenAnswer {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** Who asks the token endpoint, and whence. */
interface Asking {
  clientId: string;
  address: string | null;
  resource: string | null;
  scope: string | null;
}

export interface CodeExchange extends Asking {
  code: string;
  redirectUri: string;
  verifier: string;
}

export interface Refresh extends Asking {
  refreshToken: string;
}

const invalidGrant = (description: string) => new OAuthError("invalid_grant", description);
/** One sentence for all that a stranger could try out. */
const UNKNOWN = "The code or token is not known, has ended, or is not this client's";
const unknown = () => invalidGrant(UNKNOWN);

/** Where a credential is stored. */
async function placeOf(secret: string): Promise<{ organizationId: string; id: string } | null> {
  const [found] = await withoutTenant<{ organization_id: string; record_id: string }>(
    sql`SELECT ${hexIds("organization_id", "record_id")} FROM find_in_directory('oauth_credential', ${hashToken(secret)})`,
  );
  return found ? { organizationId: found.organization_id, id: found.record_id } : null;
}

interface Found extends KnownGrant {
  tx: Transaction;
  credential: Credential;
}

/** Finds a credential and locks its grant, under whose lock all its credentials change. Null if it is none of this client's. */
async function lock(tx: Transaction, id: string, clientId: string | null): Promise<Found | null> {
  const isIt = eq(oauthCredential.id, id);
  const [named] = await tx.select({ grantId: oauthCredential.grantId }).from(oauthCredential).where(isIt);
  const known = named ? await lockGrant(tx, named.grantId) : null;
  const [credential] = known ? await tx.select().from(oauthCredential).where(isIt) : [];
  if (!credential || !known || (clientId !== null && known.grant.clientId !== clientId)) return null;
  return { ...known, tx, credential };
}

/** Writes the audit entry of a grant that ends by a request of its client. */
const noteEnd = (
  { tx, grant, person }: Found,
  { route, address, record }: { route: string; address: string | null; record: string },
) =>
  writeAudit(tx, {
    ...organizationEntry({
      organizationId: grant.organizationId,
      actor: { kind: "mcp_token", id: grant.id, name: person === null ? grant.name : `${person} (${grant.name})` },
      action: "oauth-grants:revoke",
      route,
      address,
      resource: grant.id,
      detail: { record },
    }),
    linkedAccountId: grant.linkedAccountId,
  });

/** Revokes the grant of a credential that came twice: somebody else may have it. */
async function endStolen(found: Found, address: string | null): Promise<OAuthError> {
  const { tx, grant } = found;
  if (!grant.revokedAt) {
    await endGrant(tx, grant);
    const record = `${grant.name}: a code or refresh token was used twice`;
    await noteEnd(found, { route: "POST /api/oauth/token", address, record });
  }
  return invalidGrant("The code or token was used before, so that the access it gave has been withdrawn");
}

/** The form of a verifier (RFC 7636, section 4.1). */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

const isRight = (verifier: string, challenge: string): boolean =>
  timingSafeEqual(
    createHash("sha256").update(createHash("sha256").update(verifier).digest("base64url")).digest(),
    createHash("sha256").update(challenge).digest(),
  );

/** Returns whether a grant gives tokens: it was not revoked, its person has access, and its organization wants it. */
const stands = async ({ tx, grant, person }: Found): Promise<boolean> =>
  grant.revokedAt === null &&
  person !== null &&
  grant.expiresAt > present() &&
  (await isOnFor(tx, grant.organizationId));

/** Issues the tokens that a code or refresh token is exchanged for. */
async function exchange({ tx, grant, credential }: Found): Promise<TokenAnswer> {
  const common = {
    organizationId: grant.organizationId,
    grantId: grant.id,
    resource: credential.resource,
    parentId: credential.id,
  };
  const left = Math.floor((grant.expiresAt.getTime() - presentMs()) / 1_000);
  const expires_in = Math.min(ACCESS_S, left);
  return {
    access_token: await issue(tx, { ...common, kind: "access", seconds: expires_in }),
    token_type: "Bearer",
    expires_in,
    refresh_token: await issue(tx, { ...common, kind: "refresh", seconds: left }),
    scope: grantedScope(grant),
  };
}

/** Throws for a scope that the grant does not have, and for another resource. */
function assertWithin({ grant, credential }: Found, { scope, resource }: Asking): void {
  if (resource !== null && (!isResource(resource) || !isResource(credential.resource)))
    throw new OAuthError("invalid_target", "resource must be the address of /mcp, as in the authorization request");
  const granted = grantedScope(grant).split(" ");
  const wider = scope?.split(" ").some((each) => each !== "" && !granted.includes(each)) ?? false;
  if (wider) throw new OAuthError("invalid_scope", `The person granted: ${granted.join(" ")}`);
}

/**
 * Runs the exchange of a credential in one transaction. A refusal that `work` returns keeps what was written, such as the
 * end of a grant; one that it throws does not.
 */
async function within(
  secret: string,
  clientId: string,
  work: (found: Found) => Promise<TokenAnswer | OAuthError>,
): Promise<TokenAnswer> {
  const place = await placeOf(secret);
  if (!place) throw unknown();
  const { organizationId, id } = place;
  const answer = await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const found = await lock(tx, id, clientId);
    return found ? work(found) : unknown();
  });
  if (answer instanceof OAuthError) throw answer;
  await noteClientUse(clientId);
  return answer;
}

/**
 * Exchanges a code for tokens (RFC 6749, section 4.1.3; RFC 7636, section 4.6), once and within 60 s: a second time ends the
 * grant. Throws an OAuthError.
 */
export async function exchangeCode(asked: CodeExchange): Promise<TokenAnswer> {
  const { code, clientId, redirectUri, verifier, address } = asked;
  if (!VERIFIER.test(verifier)) {
    const description = "code_verifier must have 43 to 128 letters, digits and marks of - . _ ~";
    throw new OAuthError("invalid_request", description);
  }
  if (!isOfKind("code", code)) throw unknown();
  return within(code, clientId, async (found) => {
    const { tx, credential, grant } = found;
    if (credential.usedAt) return endStolen(found, address);
    if (credential.expiresAt <= present() || !(await stands(found))) return unknown();
    if (credential.redirectUri !== redirectUri) return invalidGrant("redirect_uri is not that of the request");
    if (!isRight(verifier, credential.codeChallenge ?? ""))
      return invalidGrant("code_verifier is not that of the request");
    assertWithin(found, { ...asked, scope: null });
    await tx.update(oauthCredential).set({ usedAt: present() }).where(eq(oauthCredential.id, credential.id));
    const expiresAt = new Date(presentMs() + GRANT_S * 1_000);
    await tx.update(mcpToken).set({ expiresAt }).where(eq(mcpToken.id, grant.id));
    return exchange({ ...found, grant: { ...grant, expiresAt } });
  });
}

/** Returns whether a used refresh token is taken once more: its answer may be lost, and nobody has used that. */
const isLostAnswer = async ({ tx, credential: { id, usedAt, endedAt } }: Found): Promise<boolean> =>
  usedAt !== null && endedAt === null && usedAt.getTime() > presentMs() - GRACE_MS && !(await isContinued(tx, id));

/**
 * Exchanges a refresh token for a new pair (RFC 6749, section 6). Each is used once: an older one ends the grant, but for the
 * last one within 30 s, whose pair is then replaced. Throws an OAuthError.
 */
export async function refresh(asked: Refresh): Promise<TokenAnswer> {
  const { refreshToken, clientId, address } = asked;
  if (!isOfKind("refresh", refreshToken)) throw unknown();
  return within(refreshToken, clientId, async (found) => {
    const { tx, credential } = found;
    if (credential.endedAt || (credential.usedAt && !(await isLostAnswer(found)))) return endStolen(found, address);
    if (credential.expiresAt <= present() || !(await stands(found))) return unknown();
    assertWithin(found, asked);
    if (credential.usedAt) await withdrawIssuedFor(tx, credential.id);
    else await tx.update(oauthCredential).set({ usedAt: present() }).where(eq(oauthCredential.id, credential.id));
    return exchange(found);
  });
}

/**
 * Revokes a token (RFC 7009): a refresh token with its whole grant, an access token alone. Returns false if it is not known, or
 * is another client's.
 */
export async function revokeToken(token: string, clientId: string | null, address: string | null): Promise<boolean> {
  const place = isOfKind("refresh", token) || isOfKind("access", token) ? await placeOf(token) : null;
  if (!place) return false;
  return withTenant({ organizationId: place.organizationId, linkedAccountId: null }, async (tx) => {
    const found = await lock(tx, place.id, clientId);
    if (!found) return false;
    const { grant, credential } = found;
    if (grant.revokedAt) return true;
    if (credential.kind === "access") {
      await tx.update(oauthCredential).set({ endedAt: present() }).where(eq(oauthCredential.id, credential.id));
      endGrounds(tx, `mcp-token:${grant.id}`);
      return true;
    }
    await endGrant(tx, grant);
    await noteEnd(found, { route: "POST /api/oauth/revoke", address, record: grant.name });
    return true;
  });
}
