import { randomBytes } from "node:crypto";
import { encode } from "next-auth/jwt";
import { appSession, appUser, linkedAccount } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { environment, required } from "#lib/kernel/environment";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { accountEntries, enter, personEntries } from "#lib/security/credentials/directory";
import { hashToken } from "#lib/security/credentials/token-hash";
import { seal } from "#lib/security/sealing/secret-box";
import type { Member } from "#lib/sign-in/person";
import { sessionCookieName } from "#lib/sign-in/session-cookie";
import type { SessionToken } from "#lib/sign-in/session-token";
import { beginSession } from "#lib/sign-in/sessions";
import type { TestAccount } from "./linked-account.ts";

const ORIGIN = "http://127.0.0.1:3000";

/** Creates another linked account of the same organization, without records. Returns its tenant and headers. */
export async function makeSibling(account: TestAccount): Promise<Pick<TestAccount, "tenant" | "headers">> {
  const { organizationId } = account.tenant;
  const id = newId();
  const accessToken = newId();
  const inboxSecret = await seal(`whsec_${randomBytes(24).toString("base64")}`);
  const accessTokenHash = hashToken(accessToken);
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    await tx.insert(linkedAccount).values({
      id,
      organizationId,
      name: "Sibling account",
      emrType: "sandbox",
      timezone: "America/New_York",
      accessTokenHash,
      accessTokenReferenceId: "reference-2",
      inboxSecret,
    });
    await enter(tx, accountEntries({ id, organizationId, accessTokenHash }));
  });
  return {
    tenant: { organizationId, linkedAccountId: id },
    headers: { ...account.headers, access_token: accessToken },
  };
}

/** The hash of a password that nobody knows. */
const UNKNOWN_PASSWORD =
  "$argon2id$v=19$m=19456,t=2,p=1$bc5qRd43uo9l3W9SkHwgxw$PC6N98SLs5bVoeAD5xF5cKMvtyN/Q19Ih+S6Gpl+yJM";

/** Returns the headers of console requests in a session. */
async function headersIn(session: SessionToken, linkedAccountId: string): Promise<Record<string, string>> {
  const token = await encode({ token: { ...session }, secret: required("AUTH_SECRET") });
  const origin = environment().PUBLIC_URL ?? ORIGIN;
  return {
    cookie: `${sessionCookieName()}=${token}`,
    "x-linked-account": linkedAccountId,
    origin,
    host: new URL(origin).host,
  };
}

/** Signs a person in, as the console does. Returns the headers of requests in the new session. */
export async function signInAgain(
  { linkedAccountId }: Pick<AccountTenant, "linkedAccountId">,
  person: Member,
  userAgent: string,
): Promise<Record<string, string>> {
  const from = { route: "POST /api/auth/callback/credentials", address: null, userAgent };
  return headersIn(await beginSession(person, from), linkedAccountId);
}

/** Returns the headers of a console request by a new user of the account's organization, without an audit entry. */
export async function signIn(
  { tenant }: Pick<TestAccount, "tenant">,
  role: "admin" | "staff",
): Promise<Record<string, string>> {
  const { organizationId } = tenant;
  const userId = newId();
  const email = `${userId}@clinic.example`;
  const now = new Date();
  const person = { id: userId, organizationId, email, name: "Pat", passwordHash: UNKNOWN_PASSWORD, role };
  const session = { id: newId(), organizationId, userId, sessionVersion: 1, device: "Unknown browser" };
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    await tx.insert(appUser).values({ ...person, lastSignedInAt: now });
    await enter(tx, personEntries(person));
    await tx.insert(appSession).values({ ...session, startedAt: now, seenAt: now });
  });
  const signedInAt = Math.floor(now.getTime() / 1_000);
  return headersIn({ ...session, sessionId: session.id, signedInAt }, tenant.linkedAccountId);
}
