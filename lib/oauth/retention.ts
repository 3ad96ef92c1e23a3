import { sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { withTenant } from "#lib/db/tenant";

/** How long a credential is kept behind its end, so that a late second use is still noticed. */
const KEPT_DAYS = 1;
const BATCH = 500;

/** Deletes an organization's codes and tokens that have ended. Grants stay: the audit log names them. */
export async function forgetCredentials(organizationId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString();
  for (let rows = BATCH; rows === BATCH; ) {
    const { rowCount } = await withTenant({ organizationId, linkedAccountId: null }, (tx) =>
      tx.execute(sql`
        WITH old AS (
          DELETE FROM oauth_credential WHERE organization_id = ${ownOrganization} AND id IN (
            SELECT id FROM oauth_credential
            WHERE organization_id = ${ownOrganization} AND expires_at < ${before}::timestamptz
            ORDER BY expires_at LIMIT ${BATCH})
          RETURNING hash),
        struck AS (
          DELETE FROM directory USING old
          WHERE directory.organization_id = ${ownOrganization} AND directory.kind = 'oauth_credential'
            AND directory.key = old.hash)
        SELECT FROM old`),
    );
    rows = rowCount ?? 0;
  }
}
