import { and, eq, isNull, sql } from "drizzle-orm";
import { isStorable } from "#lib/core/storable-text";
import { appUser } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { singleton } from "#lib/runtime/singleton";
import { hashPassword, verifyPassword } from "./password.ts";
import type { SessionToken } from "./session-token.ts";

/** A hash that no password matches: an unknown address must take as long to refuse as a wrong password. */
const decoy = () => singleton("decoy-password-hash", () => hashPassword(crypto.randomUUID()));

/** Who signs in with an email and a password; null for every reason alike. */
export async function checkPassword(email: string, password: string): Promise<SessionToken | null> {
  const [found] = !isStorable(email)
    ? []
    : await withoutTenant<{ organization_id: string; user_id: string }>(
        sql`SELECT replace(organization_id::text, '-', '') AS organization_id, replace(user_id::text, '-', '') AS user_id
        FROM find_user(${email.trim().toLowerCase()})`,
      );
  const [user] = found
    ? await readTenant({ organizationId: found.organization_id, linkedAccountId: null }, (tx) =>
        tx
          .select({ passwordHash: appUser.passwordHash, sessionVersion: appUser.sessionVersion })
          .from(appUser)
          .where(and(eq(appUser.id, found.user_id), isNull(appUser.deactivatedAt))),
      )
    : [];
  const matches = await verifyPassword(user?.passwordHash ?? (await decoy()), password);
  if (!matches || !user || !found) return null;
  return {
    userId: found.user_id,
    organizationId: found.organization_id,
    sessionVersion: user.sessionVersion,
    signedInAt: Math.floor(Date.now() / 1_000),
  };
}
