import { appUser } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { enter, personEntries } from "#lib/security/credentials/directory";

/** Writes people of one organization with their entries in the directory. */
export const addPeople = (organizationId: string, people: Omit<typeof appUser.$inferInsert, "organizationId">[]) =>
  withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const rows = people.map((person) => ({ ...person, organizationId }));
    await tx.insert(appUser).values(rows);
    await enter(tx, rows.flatMap(personEntries));
  });
