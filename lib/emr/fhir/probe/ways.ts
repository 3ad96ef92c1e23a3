import { dayParameters, partParameters, schedulesAddress } from "#lib/emr/fhir/reading/parts/searches";
import { objectsOf } from "#lib/emr/fhir/untrusted";
import type { Way } from "#lib/emr/fhir/ways";
import { addDays } from "#lib/kernel/dates";
import type { ProbeCalls } from "./answer.ts";
import { type Found, found } from "./found.ts";
import { type Page, type ProbedResource, search } from "./page.ts";
import type { ProbedType, Samples } from "./readable.ts";
import { FEW } from "./readable.ts";

/** The id of nobody: a search for it is answered with nothing if it may be asked. */
const NOBODY = "crc-nobody";

/** Days of a search, where the server allows several. */
const SPAN = 28;

/** The ways of asking for some days, the ones with the fewest calls first. */
const SPANS: readonly Pick<Way, "form" | "days">[] = [
  { form: "moments", days: SPAN },
  { form: "days", days: SPAN },
  { form: "moments", days: 1 },
  { form: "days", days: 1 },
  { form: "day", days: 1 },
  { form: "none", days: null },
];

/** Days of one patient, before and after today, where the server wants some. */
const OF_PATIENT: readonly Pick<Way, "form" | "days">[] = [
  { form: "none", days: null },
  { form: "moments", days: null },
  { form: "days", days: null },
];

/** What is known of whom to ask for. */
interface Asked {
  calls: ProbeCalls;
  today: string;
  practitioner: string;
  patient: string;
}

interface Tried {
  way: Way | null;
  page: Page | null;
  /** The last refusal in words. */
  words: string;
}

const NOT_TRIED: Tried = { way: null, page: null, words: "" };

/** Tries one way after the other, and returns the first that is answered. */
async function firstOf(
  calls: ProbeCalls,
  type: string,
  all: readonly { way: Way; query: readonly (readonly [string, string])[] }[],
): Promise<Tried> {
  let words = "";
  for (const { way, query } of all) {
    const parameters = new URLSearchParams([...query.map(([name, value]) => [name, value]), ["_count", String(FEW)]]);
    const page = await search(calls, `${type}?${parameters}`);
    if (page.answer.kind === "ok") return { way, page, words: page.answer.words };
    words = page.answer.words;
    // Nothing can be concluded: the type counts as one that cannot be read.
    if (page.answer.kind === "none") break;
  }
  return { way: null, page: null, words };
}

const wayBy = (by: Way["by"], { form, days }: Pick<Way, "form" | "days"> = { form: "none", days: null }): Way => ({
  by,
  form,
  days,
  several: false,
});

function spansOf({ today }: Asked, type: string, by: "practitioner" | "schedule", owner: string) {
  return SPANS.map((span) => {
    const way = wayBy(by, span);
    const days = { from: today, to: addDays(today, span.days ?? 1) };
    return { way, query: partParameters(type, way, { owner, days }, "UTC") };
  });
}

const patientSpans = ({ today, patient }: Asked, type: string) =>
  OF_PATIENT.map((span) => {
    const days = { from: addDays(today, -SPAN), to: addDays(today, SPAN) };
    return {
      way: wayBy("patient", span),
      query: [["patient", patient] as const, ...dayParameters(type, span.form, days, "UTC")],
    };
  });

/** Tries visits: for a practitioner and some days, else for a patient. */
async function tryAppointments(asked: Asked, isPatientKnown: boolean): Promise<Tried> {
  const { calls, practitioner } = asked;
  const byPractitioner = () =>
    firstOf(calls, "Appointment", spansOf(asked, "Appointment", "practitioner", practitioner));
  const byPatient = () => firstOf(calls, "Appointment", patientSpans(asked, "Appointment"));
  // Who cannot be named is of no use to go by.
  const ways = practitioner === NOBODY && isPatientKnown ? [byPatient, byPractitioner] : [byPractitioner, byPatient];
  let tried = NOT_TRIED;
  for (const attempt of ways) {
    tried = await attempt();
    if (tried.way) return tried;
  }
  return tried;
}

/** Tries open times: for a schedule of a practitioner and some days. */
async function trySlots(asked: Asked): Promise<Tried> {
  const { answer, resources } = await search(asked.calls, schedulesAddress(asked.practitioner));
  if (answer.kind !== "ok") return { ...NOT_TRIED, words: `of a practitioner's schedules ${answer.words}` };
  return firstOf(asked.calls, "Slot", spansOf(asked, "Slot", "schedule", resources[0]?.id ?? NOBODY));
}

/** Tries resources of a type by their ids, of which the first may be known. */
async function tryIds(calls: ProbeCalls, type: string, known: readonly string[]): Promise<Tried> {
  const [id = NOBODY, other = NOBODY] = known;
  const searched = await search(calls, `${type}?${new URLSearchParams({ _id: `${id},${other}` })}`);
  const isFound = known.length === 0 || searched.resources.some((each) => each.id === id);
  if (searched.answer.kind === "ok" && isFound)
    return { way: { ...wayBy("id"), several: true }, page: searched, words: "" };
  const { status, kind, words } = await calls.ask(`${type}/${encodeURIComponent(id)}`);
  const isAnswered = kind === "ok" || (known.length === 0 && (status === 404 || status === 410));
  return { way: isAnswered ? wayBy("id") : null, page: null, words };
}

/** Returns the id of the patient of a visit. */
function patientIn(resources: readonly ProbedResource[]): string | null {
  for (const { participant } of resources)
    for (const { actor } of objectsOf(participant)) {
      const [, id] = /(?:^|\/)Patient\/([^/?#]+)$/.exec(String((actor as { reference?: unknown })?.reference)) ?? [];
      if (id !== undefined) return id;
    }
  return null;
}

/** Returns the id of a practitioner whom a role names. */
function practitionerIn(resources: readonly ProbedResource[]): string | null {
  for (const { practitioner } of resources) {
    const { reference } = (practitioner ?? {}) as { reference?: unknown };
    const [, id] = /(?:^|\/)Practitioner\/([^/?#]+)$/.exec(String(reference)) ?? [];
    if (id !== undefined) return id;
  }
  return null;
}

/**
 * Probe: how the types are read whose search for all is refused, by trying. `practitionerIds` are those that an admin entered.
 */
export async function probeWays(
  calls: ProbeCalls,
  samples: Samples,
  practitionerIds: readonly string[],
): Promise<Found> {
  const resourcesOf = (type: ProbedType) => samples.get(type)?.resources ?? [];
  const isRefused = (type: ProbedType) => samples.get(type)?.answer.kind === "refused";
  const isListed = (type: ProbedType) => samples.get(type)?.answer.kind === "ok";
  const ways: Record<string, Way> = {};
  const note = (type: ProbedType, { way }: Tried): void => {
    if (way) ways[type] = way;
  };
  if (isRefused("Practitioner") && practitionerIds.length > 0)
    note("Practitioner", await tryIds(calls, "Practitioner", practitionerIds));
  const asked: Asked = {
    calls,
    today: new Date().toISOString().slice(0, 10),
    practitioner:
      resourcesOf("Practitioner")[0]?.id ??
      practitionerIds[0] ??
      practitionerIn(resourcesOf("PractitionerRole")) ??
      NOBODY,
    patient: resourcesOf("Patient")[0]?.id ?? NOBODY,
  };
  if (isRefused("PractitionerRole"))
    note(
      "PractitionerRole",
      await firstOf(calls, "PractitionerRole", [
        { way: wayBy("practitioner"), query: [["practitioner", asked.practitioner]] },
      ]),
    );
  if (isRefused("Appointment")) {
    const tried = await tryAppointments(asked, isListed("Patient"));
    note("Appointment", tried);
    if (asked.patient === NOBODY) asked.patient = patientIn(tried.page?.resources ?? []) ?? NOBODY;
  }
  if (asked.patient === NOBODY) asked.patient = patientIn(resourcesOf("Appointment")) ?? NOBODY;
  const isScheduled = ways.Appointment?.by === "practitioner" || isListed("Appointment");
  if (isRefused("Slot") && isScheduled) note("Slot", await trySlots(asked));
  if (isRefused("Patient"))
    note("Patient", await tryIds(calls, "Patient", asked.patient === NOBODY ? [] : [asked.patient]));
  for (const type of ["ServiceRequest", "DocumentReference"] as const)
    if (isRefused(type))
      note(type, await firstOf(calls, type, [{ way: wayBy("patient"), query: [["patient", asked.patient]] }]));
  return { ...found("", ""), behaviour: [], findings: { ways } };
}
