import { dayParameters, partParameters, schedulesAddress } from "#lib/emr/fhir/reading/parts/searches";
import { objectsOf } from "#lib/emr/fhir/untrusted";
import type { Way } from "#lib/emr/fhir/ways";
import { addDays } from "#lib/kernel/dates";
import type { Answer, ProbeCalls } from "./answer.ts";
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

/** People who are asked for before a way counts as closed: one of them may be refused by themselves. */
const PEOPLE = 3;

/** What is known of whom to ask for: each has at least one, who may be nobody. */
interface Asked {
  calls: ProbeCalls;
  today: string;
  practitioners: readonly string[];
  patients: readonly string[];
}

const people = (ids: readonly string[]): string[] => (ids.length === 0 ? [NOBODY] : [...new Set(ids)].slice(0, PEOPLE));

/** Returns whether an answer may be for the one who was asked for, so that it may be another one for somebody else. */
const isOfOne = ({ status }: Answer): boolean => [403, 404, 410].includes(status) || status >= 500;

interface Tried {
  way: Way | null;
  page: Page | null;
  /** The last refusal in words. */
  words: string;
}

const NOT_TRIED: Tried = { way: null, page: null, words: "" };

/** A way, and the query that asks so for somebody. */
interface Attempt {
  way: Way;
  query(owner: string): readonly (readonly [string, string])[];
}

/** Tries one way after the other, for another one of some people if one is refused, and returns the first that is answered. */
async function firstOf(
  calls: ProbeCalls,
  type: string,
  { attempts, owners }: { attempts: readonly Attempt[]; owners: readonly string[] },
): Promise<Tried> {
  const [first = NOBODY, ...others] = owners;
  let owner = first;
  let words = "";
  const ask = ({ query }: Attempt) => {
    const parameters = query(owner).map(([name, value]) => [name, value]);
    return search(calls, `${type}?${new URLSearchParams([...parameters, ["_count", String(FEW)]])}`);
  };
  for (const attempt of attempts) {
    let page = await ask(attempt);
    while (page.answer.kind !== "ok" && isOfOne(page.answer) && others.length > 0) {
      owner = others.shift() ?? owner;
      page = await ask(attempt);
    }
    words = page.answer.words;
    if (page.answer.kind === "ok") return { way: attempt.way, page, words };
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

function spansOf({ today }: Asked, type: string, by: "practitioner" | "schedule"): Attempt[] {
  return SPANS.map((span) => {
    const way = wayBy(by, span);
    const days = { from: today, to: addDays(today, span.days ?? 1) };
    return { way, query: (owner) => partParameters(type, way, { owner, days }, "UTC") };
  });
}

const patientSpans = ({ today }: Asked, type: string): Attempt[] =>
  OF_PATIENT.map((span) => {
    const days = { from: addDays(today, -SPAN), to: addDays(today, SPAN) };
    return {
      way: wayBy("patient", span),
      query: (patient) => [["patient", patient], ...dayParameters(type, span.form, days, "UTC")],
    };
  });

/** Asks for one owner by the parameter of their name. */
const byOwner = (by: "practitioner" | "patient"): Attempt[] => [{ way: wayBy(by), query: (owner) => [[by, owner]] }];

/** Tries visits: for a practitioner and some days, else for a patient. */
async function tryAppointments(asked: Asked, isPatientKnown: boolean): Promise<Tried> {
  const { calls, practitioners: owners, patients } = asked;
  const byPractitioner = () =>
    firstOf(calls, "Appointment", { attempts: spansOf(asked, "Appointment", "practitioner"), owners });
  const byPatient = () =>
    firstOf(calls, "Appointment", { attempts: patientSpans(asked, "Appointment"), owners: patients });
  // Who cannot be named is of no use to go by.
  const ways = owners[0] === NOBODY && isPatientKnown ? [byPatient, byPractitioner] : [byPractitioner, byPatient];
  let tried = NOT_TRIED;
  for (const attempt of ways) {
    tried = await attempt();
    if (tried.way) return tried;
  }
  return tried;
}

/** Tries open times: for a schedule of a practitioner and some days. */
async function trySlots(asked: Asked): Promise<Tried> {
  const schedules: string[] = [];
  let isAnswered = false;
  let refusal = "";
  for (const practitioner of asked.practitioners) {
    const { answer, resources } = await search(asked.calls, schedulesAddress(practitioner));
    // Of each practitioner one: a schedule may be refused by itself.
    schedules.push(...resources.slice(0, 1).map(({ id }) => id));
    if (answer.kind === "ok") isAnswered = true;
    else refusal = answer.words;
  }
  if (!isAnswered) return { ...NOT_TRIED, words: `of a practitioner's schedules ${refusal}` };
  return firstOf(asked.calls, "Slot", { attempts: spansOf(asked, "Slot", "schedule"), owners: people(schedules) });
}

/** Tries resources of a type by their ids, of which some may be known. */
async function tryIds(calls: ProbeCalls, type: string, known: readonly string[]): Promise<Tried> {
  const asked = people(known);
  const list = asked.length === 1 ? [...asked, NOBODY] : asked;
  const searched = await search(calls, `${type}?${new URLSearchParams({ _id: list.join(",") })}`);
  const isFound = known.length === 0 || searched.resources.some(({ id }) => asked.includes(id));
  if (searched.answer.kind === "ok" && isFound)
    return { way: { ...wayBy("id"), several: true }, page: searched, words: "" };
  let words = "";
  for (const id of asked) {
    const answer = await calls.ask(`${type}/${encodeURIComponent(id)}`);
    const isNobody = known.length === 0 && (answer.status === 404 || answer.status === 410);
    if (answer.kind === "ok" || isNobody) return { way: wayBy("id"), page: null, words: "" };
    words = answer.words;
  }
  return { way: null, page: null, words };
}

const idsIn = (type: string, references: readonly unknown[]): string[] =>
  references.flatMap((each) => {
    const reference = String((each as { reference?: unknown } | null | undefined)?.reference);
    return new RegExp(`(?:^|/)${type}/([^/?#]+)$`).exec(reference)?.[1] ?? [];
  });

/** Returns the ids of the patients of visits. */
const patientsIn = (resources: readonly ProbedResource[]): string[] =>
  idsIn(
    "Patient",
    resources.flatMap(({ participant }) => objectsOf(participant).map(({ actor }) => actor)),
  );

/** Returns the ids of the locations of schedules and visits. */
const locationsIn = (resources: readonly ProbedResource[]): string[] =>
  idsIn(
    "Location",
    resources.flatMap(({ participant, actor }) => [
      ...objectsOf(participant).map(({ actor: participating }) => participating),
      ...objectsOf(actor),
    ]),
  );

/** Returns the ids of the practitioners whom roles name. */
const practitionersIn = (resources: readonly ProbedResource[]): string[] =>
  idsIn(
    "Practitioner",
    resources.map(({ practitioner }) => practitioner),
  );

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
    practitioners: people([
      ...resourcesOf("Practitioner").map(({ id }) => id),
      ...practitionerIds,
      ...practitionersIn(resourcesOf("PractitionerRole")),
    ]),
    patients: people(resourcesOf("Patient").map(({ id }) => id)),
  };
  const isKnown = () => asked.patients[0] !== NOBODY;
  if (isRefused("PractitionerRole"))
    note(
      "PractitionerRole",
      await firstOf(calls, "PractitionerRole", { attempts: byOwner("practitioner"), owners: asked.practitioners }),
    );
  if (isRefused("Appointment")) {
    const tried = await tryAppointments(asked, isListed("Patient"));
    note("Appointment", tried);
    if (!isKnown()) asked.patients = people(patientsIn(tried.page?.resources ?? []));
  }
  if (!isKnown()) asked.patients = people(patientsIn(resourcesOf("Appointment")));
  const isScheduled = ways.Appointment?.by === "practitioner" || isListed("Appointment");
  if (isRefused("Slot") && isScheduled) note("Slot", await trySlots(asked));
  if (isRefused("Patient")) note("Patient", await tryIds(calls, "Patient", isKnown() ? asked.patients : []));
  if (isRefused("Location"))
    note(
      "Location",
      await tryIds(calls, "Location", locationsIn((["Schedule", "Appointment"] as const).flatMap(resourcesOf))),
    );
  for (const type of ["ServiceRequest", "DocumentReference"] as const)
    if (isRefused(type))
      note(type, await firstOf(calls, type, { attempts: byOwner("patient"), owners: asked.patients }));
  return { ...found("", ""), behaviour: [], findings: { ways } };
}
