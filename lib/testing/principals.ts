import { randomBytes } from "node:crypto";
import { encode } from "next-auth/jwt";
import { appUser, linkedAccount } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { required } from "#lib/kernel/environment";
import { newId } from "#lib/kernel/id";
import { hashToken } from "#lib/security/credentials/token-hash";
import { seal } from "#lib/security/sealing/secret-box";
import { sessionCookieName } from "#lib/sign-in/session-cookie";
import type { TestAccount } from "./linked-account.ts";

const ORIGIN = "http://127.0.0.1:3000";

/** Another linked account of the same organization, without any record; gives who calls by it. */
export async function makeSibling(account: TestAccount): Promise<Pick<TestAccount, "tenant" | "headers">> {
  const { organizationId } = account.tenant;
  const id = newId();
  const accessToken = newId();
  const inboxSecret = await seal(`whsec_${randomBytes(24).toString("base64")}`);
  await withTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx.insert(linkedAccount).values({
      id,
      organizationId,
      name: "Sibling account",
      emrType: "sandbox",
      timezone: "America/New_York",
      accessTokenHash: hashToken(accessToken),
      accessTokenReferenceId: "reference-2",
      inboxSecret,
    }),
  );
  return {
    tenant: { organizationId, linkedAccountId: id },
    headers: { ...account.headers, access_token: accessToken },
  };
}

/** The headers of one of the console's own requests by a new person of the account's organization. */
export async function signIn(
  { tenant }: Pick<TestAccount, "tenant">,
  role: "admin" | "staff",
): Promise<Record<string, string>> {
  const { organizationId, linkedAccountId } = tenant;
  const userId = newId();
  const person = { email: `${userId}@clinic.example`, name: "Pat", passwordHash: "none", role };
  await withTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx.insert(appUser).values({ id: userId, organizationId, ...person }),
  );
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
