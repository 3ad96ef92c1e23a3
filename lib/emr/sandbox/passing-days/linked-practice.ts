import { createHash } from "node:crypto";
import type { SandboxKind } from "#lib/emr/sandbox/kind";
import { loadPractice, wasOpened } from "#lib/emr/sandbox/load";
import { wallClockIn } from "#lib/emr/sandbox/seed/clock";
import { IDAHO, INDIANA, MONTANA, OHIO } from "#lib/emr/sandbox/seed/places";
import { practiceOf } from "#lib/emr/sandbox/seed/practice";
import type { PracticePlan } from "#lib/emr/sandbox/seed/practice-plan";

/** A linked account that may get a practice. */
interface NewAccount {
  id: string;
  name: string;
  kind: SandboxKind;
  timezone: string;
}

const REGIONS = [OHIO, INDIANA, IDAHO, MONTANA];
/** The demo's practices use lower numbers. Each linked practice reserves this many. */
const FIRST_NUMBER = 1_000_000;
const NUMBERS_EACH = 1_000;

/** Returns the plan of a small practice, which follows from the account's id. */
function planFor(account: NewAccount): PracticePlan {
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
 * Creates the practice of a newly linked account with six weeks of schedule around `now` (decisions §10). Does nothing
 * if the account has one or had one that was removed. Needs SANDBOX_DATABASE_URL.
 */
export async function openLinkedPractice(account: NewAccount, now: Date): Promise<void> {
  if (await wasOpened(account.id)) return;
  const plan = planFor(account);
  await loadPractice(account.id, practiceOf(plan, wallClockIn(account.timezone, now)), plan);
}
