import { beginSeed, finishSeed, readSeedState, withSeedLock } from "#lib/emr/sandbox/seed/seed-state";
import { newId } from "#lib/kernel/id";
import { DEMO } from "./demo.ts";
import { type OrganizationCredentials, removeOrganization, seedOrganization } from "./organization.ts";
import { postRefusedPayment } from "./refused-payment.ts";

/** `demo.json` (decisions §1) without the URLs, which the seed does not know. */
export interface DemoCredentials {
  organizations: OrganizationCredentials[];
}

/** True once a seed has finished in this database. */
export const isSeeded = async (): Promise<boolean> => (await readSeedState())?.finished ?? false;

/**
 * Fills an empty database with the demo and returns the credentials, which cannot be read back later: `handOver` saves
 * them (in `demo.json`) before the seed counts as finished. The records are dated around `now`. Removes the remains of
 * an interrupted seed first. Needs APP_DATABASE_URL, SANDBOX_DATABASE_URL and ENCRYPTION_KEY. Throws if the database is
 * already seeded.
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
    // Sequential, so that after a failure nothing still runs without the lock.
    const organizations: OrganizationCredentials[] = [];
    for (const each of planned) organizations.push(await seedOrganization(each, now));
    const credentials = { organizations };
    await handOver(credentials);
    await finishSeed();
    // Afterwards, since the removal of an interrupted seed knows of no jobs.
    for (const [index, each] of planned.entries()) {
      const made = organizations[index];
      if (made) await postRefusedPayment(each, made);
    }
    return credentials;
  });
}
