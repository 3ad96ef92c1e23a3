import type { FhirResource } from "fhir/r4";
import { wallClockIn } from "#lib/emr/sandbox/seed/clock";
import { practiceOf } from "#lib/emr/sandbox/seed/practice";
import { peopleOf } from "./people.ts";
import { CLINIC_PLAN } from "./plan.ts";
import { referralsOf } from "./referrals.ts";
import { scheduleOf } from "./schedule.ts";

/**
 * Returns the clinic of the FHIR servers: 200 patients, 2,000 appointments over the four weeks around `now`, and 60
 * referrals with their letters. The same minute always yields the same resources; a resource comes after those that it
 * refers to.
 */
export function clinicResources(now: Date): FhirResource[] {
  const wallClock = wallClockIn(CLINIC_PLAN.timezone, now);
  const practice = practiceOf(CLINIC_PLAN, wallClock);
  return [...peopleOf(practice), ...scheduleOf(practice, wallClock.slice(0, 10)), ...referralsOf(practice)];
}

/** Returns the first resources of some types, as many as asked for, and all that they refer to. */
export function excerptOf(
  resources: readonly FhirResource[],
  wanted: Partial<Record<FhirResource["resourceType"], number>>,
): FhirResource[] {
  const byAddress = new Map(resources.map((resource) => [`${resource.resourceType}/${resource.id}`, resource]));
  const left = { ...wanted };
  const kept = new Set<FhirResource>();
  for (const resource of resources) {
    const count = left[resource.resourceType] ?? 0;
    if (count <= 0) continue;
    left[resource.resourceType] = count - 1;
    kept.add(resource);
  }
  for (const resource of kept) {
    for (const [, address = ""] of JSON.stringify(resource).matchAll(/"(?:reference|url)":"([A-Za-z]+\/[^"]+)"/g)) {
      const named = byAddress.get(address);
      if (named) kept.add(named);
    }
  }
  return resources.filter((resource) => kept.has(resource));
}
