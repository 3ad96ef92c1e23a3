import type { Appointment, FhirResource, Patient, ServiceRequest, Slot } from "fhir/r4";
import { type Random, randomOf } from "#lib/emr/sandbox/seed/random";
import type { TestFhirServer } from "./server.ts";

type Change = (server: TestFhirServer, random: Random, number: number) => Promise<void>;

/** Stores a resource as the server's own staff would: with a new version and the present moment. */
async function put(server: TestFhirServer, { meta: _old, ...resource }: FhirResource): Promise<void> {
  await server.load([resource as FhirResource]);
}

async function anyOf<Held extends FhirResource>(
  server: TestFhirServer,
  type: Held["resourceType"],
  random: Random,
): Promise<Held & { id: string }> {
  return random.pick(await server.held<Held>(type)) as Held & { id: string };
}

/** Returns a resource as a new one. */
const copied = <Copied extends FhirResource>(resource: Copied, number: number): Copied => ({
  ...resource,
  id: `NEW-${number}`,
});

const later = (moment: string, minutes: number): string =>
  new Date(Date.parse(moment) + minutes * 60_000).toISOString().replace("Z", "+00:00");

/** Moves an appointment or a slot by whole quarters of an hour. */
function moved<Timed extends Appointment | Slot>(timed: Timed, random: Random): Timed {
  const minutes = 15 * random.between(1, 40);
  return { ...timed, start: later(timed.start ?? "", minutes), end: later(timed.end ?? "", minutes) };
}

const STATUSES = ["booked", "arrived", "fulfilled", "cancelled", "noshow"] as const;

/** The events of a clinic's day; the frequent changes stand more than once. */
const CHANGES: readonly Change[] = [
  async (server, random) =>
    put(server, { ...(await anyOf<Appointment>(server, "Appointment", random)), status: random.pick(STATUSES) }),
  async (server, random) => put(server, moved(await anyOf<Appointment>(server, "Appointment", random), random)),
  async (server, random, number) =>
    put(server, copied(moved(await anyOf<Appointment>(server, "Appointment", random), random), number)),
  async (server, random) => server.remove("Appointment", (await anyOf(server, "Appointment", random)).id),
  async (server, random) => put(server, moved(await anyOf<Slot>(server, "Slot", random), random)),
  async (server, random) => server.remove("Slot", (await anyOf(server, "Slot", random)).id),
  async (server, random, number) =>
    put(server, {
      ...(await anyOf<Patient>(server, "Patient", random)),
      telecom: [{ system: "phone", value: `208-555-${String(number).padStart(4, "0")}` }],
    }),
  async (server, random, number) => {
    const patient = copied(await anyOf<Patient>(server, "Patient", random), number);
    const identifier = (patient.identifier ?? []).map((each) => ({ ...each, value: `${each.value}-${number}` }));
    const { link: _merged, ...alone } = patient;
    await put(server, { ...alone, identifier });
  },
  async (server, random, number) =>
    put(server, {
      ...(await anyOf<ServiceRequest>(server, "ServiceRequest", random)),
      status: random.pick(["active", "on-hold", "completed"] as const),
      note: [{ text: `Called on line ${number}` }],
    }),
  async (server, random, number) =>
    put(server, copied(await anyOf<ServiceRequest>(server, "ServiceRequest", random), number)),
  async (server, random) => {
    // A sync holds back the removal of a large part of a list.
    if (random.chance(0.2))
      await server.remove("DocumentReference", (await anyOf(server, "DocumentReference", random)).id);
  },
];

/** Makes one of a day's changes on a server behind the product's back. `number` is another one for each. */
export const changeServer = (server: TestFhirServer, random: Random, number: number): Promise<void> =>
  random.pick(CHANGES)(server, random, number);

/** Makes changes on a server behind the product's back: the same ones in each run. */
export async function passDay(server: TestFhirServer, changes: number): Promise<void> {
  const random = randomOf("a day of changes");
  for (let number = 1; number <= changes; number++) await changeServer(server, random, number);
}
