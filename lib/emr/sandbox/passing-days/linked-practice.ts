import { createHash } from "node:crypto";
import { SANDBOX_KINDS, type SandboxKind } from "#lib/emr/sandbox/kinds";
import { loadPractice } from "#lib/emr/sandbox/load";
import { wallClockIn } from "#lib/emr/sandbox/seed/clock";
import type { DemoAccount } from "#lib/emr/sandbox/seed/demo";
import { IDAHO, INDIANA, MONTANA, OHIO } from "#lib/emr/sandbox/seed/places";
import { practiceOf } from "#lib/emr/sandbox/seed/practice";
import { withSeedLock } from "#lib/emr/sandbox/seed/seed-state";
import { practiceExists } from "#lib/emr/sandbox/top-up";

const REGIONS = [OHIO, INDIANA, IDAHO, MONTANA];
/** The demo's practices use lower numbers. Each linked practice reserves this many. */
const FIRST_NUMBER = 1_000_000;
const NUMBERS_EACH = 1_000;

/** Returns the plan of a small practice, which follows from the account's id. */
function planFor(account: { id: string; name: string; kind: SandboxKind; timezone: string }): DemoAccount {
  const chosen = createHash("sha256").update(account.id).digest().readUInt16BE();
  const places = REGIONS[chosen % REGIONS.length] ?? OHIO;
  const first = FIRST_NUMBER + chosen * NUMBERS_EACH;
  return {
    name: account.name,
    kind: account.kind,
    timezone: account.timezone,
    places,
    locationNames: places.slice(0, 2).map(({ city }) => `${city} Clinic`),
    firstLocation: first,
    firstProvider: first,
    firstNumber: first,
    providerCount: 3,
    count: 200,
    staffCount: 10,
    claimCount: 260,
    referralCount: 40,
    recallCount: 20,
    referringCount: 20,
    oldest: 94,
    specialties: ["Family Medicine", "Internal Medicine", "Behavioral Health"],
  };
}

/**
 * Creates the practice of a newly linked sandbox account with six weeks of schedule around `now` (decisions §10). Does
 * nothing if it exists, and for other EMR types. Needs SANDBOX_DATABASE_URL.
 */
export const openLinkedPractice = (
  account: { id: string; name: string; emrType: string; timezone: string },
  now: Date,
): Promise<void> =>
  withSeedLock(async () => {
    const kind = SANDBOX_KINDS.find((known) => known === account.emrType);
    if (!kind || (await practiceExists(account.id))) return;
    const { id, name, timezone } = account;
    const plan = planFor({ id, name, kind, timezone });
    await loadPractice(id, practiceOf(plan, wallClockIn(timezone, now)), plan);
  });
