import { asc, eq } from "drizzle-orm";
import { linkedAccount, organization } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import type { LinkedAccountModel } from "#lib/models/linked-account";

/** The linked accounts of an organization, by name: what a signed-in person may choose from. */
export async function listLinkedAccounts(organizationId: string): Promise<LinkedAccountModel[]> {
  const rows = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({ account: linkedAccount, organizationName: organization.name })
      .from(linkedAccount)
      .innerJoin(organization, eq(organization.id, linkedAccount.organizationId))
      .orderBy(asc(linkedAccount.name)),
  );
  return rows.map(({ account, organizationName }) => ({
    id: account.id,
    name: account.name,
    organization_name: organizationName,
    emr_type: account.emrType,
    timezone: account.timezone,
    capabilities: account.settings?.capabilities ?? [],
    synced_at: account.syncedAt?.toISOString() ?? null,
  }));
}
