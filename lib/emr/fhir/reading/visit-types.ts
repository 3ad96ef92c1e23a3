import type { FhirContext } from "#lib/emr/fhir/context";
import { namedConcept } from "#lib/emr/fhir/named-concept";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { isReadable } from "#lib/emr/fhir/ways";
import type { EmrVisitType } from "#lib/emr/port/port";
import { isStorable } from "#lib/kernel/storable-text";
import { minutesOf } from "./appointments.ts";
import { timeOf } from "./elements.ts";
import { answeredPagesOf } from "./search.ts";

/** The code system of HL7 for the reason of an appointment, which FHIR prefers. */
const SYSTEM = "http://terminology.hl7.org/CodeSystem/v2-0276";

const NAMES = {
  ROUTINE: "Routine appointment",
  WALKIN: "Walk-in visit",
  CHECKUP: "Check-up",
  FOLLOWUP: "Follow-up visit",
  EMERGENCY: "Emergency appointment",
} as const;

/** HL7's own types, which every server knows. */
const OF_HL7: EmrVisitType[] = Object.entries(NAMES).map(([code, name]) => ({
  id: `${SYSTEM}|${code}|${name}`,
  name,
  duration: 0,
}));

/** Appointments, and open times, whose types are offered: one page of each. */
const READ = 200;

/** Returns the minutes that most of the given lengths have; 0 without any. */
function usual(minutes: readonly number[]): number {
  const counts = Map.groupBy(
    minutes.filter((each) => each > 0),
    (each) => each,
  );
  const [first] = [...counts].toSorted(([a, some], [b, others]) => others.length - some.length || a - b);
  return first?.[0] ?? 0;
}

/** Yields a page of the appointments, and one of the open times. */
async function* pagesOfTypes(context: FhirContext, signal: AbortSignal): AsyncGenerator<Untrusted[]> {
  for (const type of ["Appointment", "Slot"]) {
    if (!isReadable(context.findings, type)) continue;
    const search = { type, address: `${type}?_count=${READ}` };
    for await (const page of answeredPagesOf(context.server, search, signal)) {
      yield page;
      break;
    }
  }
}

/**
 * Reads the visit types: those that some appointments and open times name, each once by its name and as long as most of its
 * visits are, and HL7's own, whose length no list states.
 */
export async function readVisitTypes(context: FhirContext, signal: AbortSignal): Promise<EmrVisitType[]> {
  const found = new Map<string, { id: string; name: string; minutes: number[] }>();
  for await (const page of pagesOfTypes(context, signal))
    for (const resource of page) {
      // As an appointment shows its type, and as another one is given it.
      const named = namedConcept(resource.appointmentType) ?? namedConcept(objectsOf(resource.serviceType)[0]);
      if (named === null || !isStorable(named.id)) continue;
      const startsAt = timeOf(resource.start, context.timeZone);
      const name = named.name.toLowerCase();
      const known = found.get(name) ?? { ...named, minutes: [] };
      found.set(name, known);
      if (startsAt !== null) known.minutes.push(minutesOf(resource, startsAt, context.timeZone));
    }
  const own = [...found.values()].map(({ id, name, minutes }) => ({ id, name, duration: usual(minutes) }));
  return [...own, ...OF_HL7.filter(({ name }) => !found.has(name.toLowerCase()))];
}
