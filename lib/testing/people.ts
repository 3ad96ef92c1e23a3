import { eq } from "drizzle-orm";
import { appUser } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { enter, personEntries, reenter } from "#lib/security/credentials/directory";

type NewPerson = typeof appUser.$inferInsert;

/** Inserts users of one organization with their entries in the directory. */
export const addPeople = (organizationId: string, people: Omit<NewPerson, "organizationId">[]) =>
  withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const rows = people.map((person) => ({ ...person, organizationId }));
    await tx.insert(appUser).values(rows);
    await enter(tx, rows.flatMap(personEntries));
  });

/** Updates a user's row and, to match, the entries in the directory. */
export const changePerson = (organizationId: string, userId: string, to: Partial<NewPerson>) =>
  withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const [row] = await tx.update(appUser).set(to).where(eq(appUser.id, userId)).returning();
    if (row) await reenter(tx, userId, personEntries(row));
  });
