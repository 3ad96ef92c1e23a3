import { afterAll, beforeAll } from "vitest";
import { POST as searchCatalog } from "#app/v1/orders/catalog/fetch/route.ts";
import { connectorOf } from "#lib/emr/connect";
import type { Capability } from "#lib/emr/port/capability";
import type { PassedFile } from "#lib/emr/port/port";
import type { Profile } from "#lib/emr/port/profile";
import { addDays, todayIn } from "#lib/kernel/dates";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { connectorContract } from "#lib/testing/emr-contract/contract";
import { type PassedRequest, passedOnWrites, passOn } from "#lib/testing/emr-contract/passed-on-writes";
import { sampleRequests } from "#lib/testing/emr-contract/sample-requests";
import type { ContractSubject } from "#lib/testing/emr-contract/subject";
import { type FaultyFront, startFaultyFront } from "#lib/testing/faulty-front";
import { fillClinic } from "#lib/testing/interface-only-clinic";
import { type InterfaceOnlyServer, startInterfaceOnlyServer } from "#lib/testing/interface-only-server";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { type ProductServer, startProductServer } from "#lib/testing/product-server";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
const never = new AbortController().signal;

let interfaceOnly: InterfaceOnlyServer;
let product: ProductServer;
let clinic: TestAccount;
const fronts: FaultyFront[] = [];

beforeAll(async () => {
  forgetSingleton("environment");
  [interfaceOnly, product] = await Promise.all([startInterfaceOnlyServer(), startProductServer()]);
  fillClinic(interfaceOnly);
  clinic = await openClinic();
  // An order may name only items that a search has found.
  const search = { headers: clinic.headers, body: { type: "lab" } };
  const { body } = await call(searchCatalog, "POST", "/orders/catalog/fetch", search);
  await jobsOf(database, () => clinic).run(Number(body.job_id));
});
afterAll(() => Promise.all([interfaceOnly.stop(), product.stop(), ...fronts.map((front) => front.stop())]));

const post = (path: string, body: Record<string, unknown>): PassedRequest => ({ method: "POST", path, body });

function requestOf(capability: Capability): PassedRequest {
  const request = sampleRequests[capability];
  if (!request) throw new Error(`No operation of ${capability} has a path without a record`);
  return request;
}

/** Capabilities whose requests the interface shows. */
const SHOWN = ["payments", "patient_notes", "claims_fetch", "services", "order_catalog", "messages"] as const;

const payment = requestOf("payments");
const person = requestOf("patients");

const LETTER: PassedFile = {
  fileName: "Letter of March.txt",
  mimeType: "text/plain",
  size: 10,
  async *parts() {
    yield Buffer.from("Fasting");
    yield Buffer.from(" 98");
  },
};

type Connection = Record<"base_url" | "client_id" | "client_secret" | "access_token", string>;

const connector = connectorOf("records_api");
const profiles = new Map<string, Promise<Profile | undefined>>();

/** Returns the findings of the probe of a remote, which is probed once. */
async function profileOf(connection: Connection): Promise<Profile | null> {
  const probed =
    profiles.get(connection.base_url) ??
    Promise.resolve(connector.probe?.(connection, { writeProbes: false, signal: never }));
  profiles.set(connection.base_url, probed);
  return (await probed) ?? null;
}

/** Returns a subject whose EMR stands behind a proxy that adds the faults. */
async function makeSubject(
  remote: { connection: Connection; done(keys: string[]): Promise<number> },
  parts: Pick<ContractSubject, "holds" | "writes" | "refused">,
): Promise<ContractSubject> {
  const { origin, pathname } = new URL(remote.connection.base_url);
  const front = await startFaultyFront(origin);
  fronts.push(front);
  const connection = { ...remote.connection, base_url: `${front.origin}${pathname}` };
  const profile = await profileOf(remote.connection);
  const account = { id: newId(), organizationId: newId(), name: "Annex", emrType: "records_api" };
  return {
    ...parts,
    open: (calls) =>
      connector.open({ ...account, timezone: "America/New_York", connection, profile }, connection, calls),
    done: remote.done,
    async outage(on) {
      front.out = on;
    },
    async cutAnswers(on) {
      front.cuts = on;
    },
    async limit(calls) {
      front.limit(calls);
    },
  };
}

connectorContract("records_api before a server that knows the interface alone", () =>
  makeSubject(
    {
      connection: interfaceOnly.connection,
      done: async (keys) =>
        interfaceOnly.operations.filter(
          ({ jobId, body }) => jobId !== null && keys.some((key) => body.callback_urls[0]?.endsWith(key)),
        ).length,
    },
    {
      holds: {
        settings: 1,
        locations: 2,
        providers: 2,
        patients: 2,
        appointments: 4,
        claims: 3,
        referrals: 2,
        documents: 3,
      },
      writes: passedOnWrites({
        ...Object.fromEntries(SHOWN.map((name) => [name, requestOf(name)])),
        referrals: { method: "PATCH", path: `/referrals/${"1".repeat(32)}`, body: { priority: "stat" } },
      }),
      refused(emr, options) {
        interfaceOnly.next({
          kind: "refuse",
          status: 400,
          message: "Payments are not supported for the connected EMR",
        });
        return passOn(emr, payment, options);
      },
    },
  ),
);

/** Returns the id that the product gave to the record with an id of its EMR. */
async function idOf(table: "referral" | "recall", ehrId: string): Promise<string> {
  const [row] = await database.asOwner<{ id: string }>(
    `SELECT replace(id::text, '-', '') AS id FROM ${table} WHERE linked_account_id = $1 AND ehr_id = $2`,
    [clinic.tenant.linkedAccountId, ehrId],
  );
  return row?.id ?? "";
}

/** Returns how many jobs were accepted with the callbacks of these keys. */
async function acceptedUnder(keys: string[]): Promise<number> {
  const [row] = await database.asOwner<{ jobs: number }>(
    `SELECT count(*)::integer AS jobs FROM job, unnest(callback_urls) AS callback
     WHERE right(callback, 32) = ANY ($1)`,
    [keys],
  );
  return row?.jobs ?? 0;
}

/** Returns a booking whose time is that of its key alone: a quarter of an hour of the coming year. */
function bookingOf(key: string) {
  const drawn = Number.parseInt(key.slice(-8), 16);
  const midnight = Date.parse(addDays(todayIn("UTC"), 30 + (drawn % 300)));
  return {
    patient_mrn: "MRN-1",
    provider_ehr_id: "101",
    location_id: "LOC-1",
    appointment_type: "Follow-up",
    datetime: new Date(midnight + (Math.floor(drawn / 300) % 96) * 900_000).toISOString(),
    duration: 15,
  };
}

connectorContract("records_api before this product", async () => {
  const [referral, recall] = await Promise.all([idOf("referral", "REF-1"), idOf("recall", "RCL-1")]);
  return makeSubject(
    { connection: { base_url: product.baseUrl, ...clinic.headers }, done: acceptedUnder },
    {
      holds: {
        settings: 1,
        locations: 2,
        providers: 2,
        visit_types: 2,
        staff: 2,
        referring_providers: 1,
        forms: 1,
        patients: 3,
        appointments: 5,
        claims: 3,
        referrals: 2,
        recalls: 2,
        documents: 2,
      },
      writes: {
        ...passedOnWrites({
          ...sampleRequests,
          patients: { ...person, body: { ...person.body, allow_duplicate: true } },
          patient_changes: { method: "PATCH", path: "/patients/MRN-1", body: { phone: "740-555-0188" } },
          documents: { ...post("/documents", { patient_mrn: "MRN-1", category: "Lab result" }), file: LETTER },
          moves: { method: "PATCH", path: "/appointments/ehr/APT-1", body: { reason: "Follow-up" } },
          cancellations: { ...post("/appointments/{id}/cancel", { reason: "Patient called" }), visit: "APT-1" },
          recall_actions: post(`/recalls/${recall}/actions`, { action_taken: "Called patient" }),
          referrals: { method: "PATCH", path: `/referrals/${referral}`, body: { priority: "stat" } },
        }),
        bookings: (emr, options) => passOn(emr, post("/appointments", bookingOf(options.idempotencyKey)), options),
      },
      refused: (emr, options) => passOn(emr, { ...payment, body: { ...payment.body, amount: -1 } }, options),
    },
  );
});
