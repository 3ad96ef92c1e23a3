import { eq, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { organization } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import type { Ground } from "#lib/kernel/principal";
import { callerCache } from "#lib/security/credentials/grounds";

/** The ground of what is answered while an organization has the switch on. */
const ANY: Ground = "oauth:any";

/** Returns the ground of an organization's switch. */
export const switchGround = (organizationId: string): Ground => `oauth:${organizationId}`;

/** Returns the grounds that end with a change of an organization's switch. */
export const changedGrounds = (organizationId: string): Ground[] => [ANY, switchGround(organizationId)];

/** Returns whether an organization's people may grant access. */
export async function isOnFor(tx: Transaction, organizationId: string): Promise<boolean> {
  const [row] = await tx
    .select({ on: organization.oauthEnabled })
    .from(organization)
    .where(eq(organization.id, organizationId));
  return row?.on ?? false;
}

/** Returns the organizations whose people may grant access, as of the last 2 s. */
export async function organizationsOn(): Promise<readonly string[]> {
  const cache = callerCache<{ grounds: readonly Ground[]; ids: string[] }>("oauth-switch");
  const { ids } = await cache.lookUp("any", async () => {
    const rows = await withoutTenant<{ organization_id: string }>(
      sql`SELECT ${hexIds("organization_id")} FROM list_oauth_organizations()`,
    );
    return { grounds: [ANY], ids: rows.map(({ organization_id }) => organization_id) };
  });
  return ids;
}

/** Returns whether an organization has it on, as of the last 2 s. */
export const isOnIn = async (organizationId: string): Promise<boolean> =>
  (await organizationsOn()).includes(organizationId);

/** Returns whether the authorization server is there: any organization has it on. */
export const isOn = async (): Promise<boolean> => (await organizationsOn()).length > 0;
