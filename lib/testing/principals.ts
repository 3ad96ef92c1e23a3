import { randomBytes } from "node:crypto";
import { encode } from "next-auth/jwt";
import { appUser, linkedAccount } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { required } from "#lib/kernel/environment";
import { newId } from "#lib/kernel/id";
import { accountEntries, enter, personEntries } from "#lib/security/credentials/directory";
import { hashToken } from "#lib/security/credentials/token-hash";
import { seal } from "#lib/security/sealing/secret-box";
import { sessionCookieName } from "#lib/sign-in/session-cookie";
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

/** Returns the headers of a console request by a new user of the account's organization. */
export async function signIn(
  { tenant }: Pick<TestAccount, "tenant">,
  role: "admin" | "staff",
): Promise<Record<string, string>> {
  const { organizationId, linkedAccountId } = tenant;
  const userId = newId();
  const email = `${userId}@clinic.example`;
  const person = { id: userId, organizationId, email, name: "Pat", passwordHash: "none", role };
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    await tx.insert(appUser).values(person);
    await enter(tx, personEntries(person));
  });
  const token = await encode({
    token: {
      sessionId: newId(),
      userId,
      organizationId,
      sessionVersion: 1,
      signedInAt: Math.floor(Date.now() / 1_000),
    },
    secret: required("AUTH_SECRET"),
  });
  return {
    cookie: `${sessionCookieName()}=${token}`,
    "x-linked-account": linkedAccountId,
    origin: ORIGIN,
    host: new URL(ORIGIN).host,
  };
}
