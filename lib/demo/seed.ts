import { DEMO } from "#lib/emr/sandbox/seed/demo";
import { beginSeed, finishSeed, readSeedState, withSeedLock } from "#lib/emr/sandbox/seed/seed-state";
import { newId } from "#lib/kernel/id";
import { type OrganizationCredentials, removeOrganization, seedOrganization } from "./organization.ts";

/** `demo.json` (decisions §1) but for the addresses, which the seed does not know. */
export interface DemoCredentials {
  organizations: OrganizationCredentials[];
}

/** True once a seed has come to its end in this database. */
export const isSeeded = async (): Promise<boolean> => (await readSeedState())?.finished ?? false;

/**
 * Fills an empty database with the demo and gives the credentials, which nobody can read back later: `handOver`
 * keeps them (in `demo.json`) before the seed counts as done. The records lie around `now`. What a seed that was cut off at any point has left
 * is removed first. Needs APP_DATABASE_URL, SANDBOX_DATABASE_URL and ENCRYPTION_KEY; throws where the database is
 * seeded.
 */
export async function seedDemo(
  handOver: (credentials: DemoCredentials) => Promise<void> = async () => undefined,
  now: Date = new Date(),
): Promise<DemoCredentials> {
  return withSeedLock(async () => {
    const before = await readSeedState();
    if (before?.finished) throw new Error("The demo is seeded, and its credentials were handed over");
    for (const left of before?.organizations ?? []) await removeOrganization(left);

    const planned = DEMO.map((demo) => ({
      id: newId(),
      demo,
      accounts: demo.accounts.map((account) => ({ id: newId(), demo: account })),
    }));
    await beginSeed(
      planned.map(({ id, accounts }) => ({ organizationId: id, accountIds: accounts.map(({ id }) => id) })),
    );
    // One after the other: a failure leaves nothing that goes on behind the lock's back.
    const organizations: OrganizationCredentials[] = [];
    for (const each of planned) organizations.push(await seedOrganization(each, now));
    const credentials = { organizations };
    await handOver(credentials);
    await finishSeed();
    return credentials;
  });
}
