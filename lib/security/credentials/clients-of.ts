import { apiClient } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";

/** Returns the API clients of an organization, whose ids stand in for an account where they have none (see Principal). */
export const clientsOf = (organizationId: string): Promise<string[]> =>
  readTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const clients = await tx.select({ id: apiClient.id }).from(apiClient);
    return clients.map(({ id }) => id);
  });
