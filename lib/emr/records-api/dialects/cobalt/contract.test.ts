/** @module-tag long */
import { afterAll, beforeAll } from "vitest";
import { connectorOf } from "#lib/emr/connect";
import type { EmrConnection, WriteOptions } from "#lib/emr/port/port";
import type { Profile } from "#lib/emr/port/profile";
import { newId } from "#lib/kernel/id";
import { connectorContract } from "#lib/testing/emr-contract/contract";
import { type PassedRequest, passOn } from "#lib/testing/emr-contract/passed-on-writes";
import { type FaultyFront, startFaultyFront } from "#lib/testing/faulty-front";
import { type HostedServer, startHostedServer } from "#lib/testing/hosted/server";
import { hostedConnection, probeHosted } from "#lib/testing/link-hosted";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";

let server: HostedServer;
let profile: Profile;
const fronts: FaultyFront[] = [];

allowPrivateEmrs();
beforeAll(async () => {
  server = await startHostedServer();
  profile = await probeHosted(hostedConnection(server));
});
afterAll(() => Promise.all([server.stop(), ...fronts.map((front) => front.stop())]));

const post = (path: string, body: Record<string, unknown>): PassedRequest => ({ method: "POST", path, body });

const payment = (reference_number: string) =>
  post("/payments", {
    patient_mrn: "MRN-1",
    payment_method: "credit card",
    reference_number,
    location: "LOC-1",
    amount: 45.5,
  });

/** A request of each capability, which carries a text by which the service's own records show it. */
const REQUESTS = {
  payments: payment,
  patient_notes: (note: string) =>
    post("/patient-notes", { patient_mrn: "MRN-1", location_id: "LOC-1", subject: "Call", note }),
  messages: (message: string) => post("/messages", { provider: "101", subject: "Refill", message }),
  tasks: (description: string) => post("/tasks", { patient_mrn: "MRN-1", description }),
  referrals: (reason: string) => post("/referrals", { patient_mrn: "MRN-1", direction: "outgoing", reason }),
  claims_fetch: (claim: string) => post("/claims/fetch", { claim_ids: [claim] }),
  appointments: (note: string): PassedRequest => ({
    method: "PATCH",
    path: "/appointments",
    body: { emr_appointment_id: String(server.clinic.appointments[0]?.id), status: "ARR", note },
  }),
};

connectorContract("records_api in the dialect of a hosted service", async () => {
  const whole = hostedConnection(server);
  const { origin, pathname } = new URL(whole.base_url);
  const front = await startFaultyFront(origin);
  fronts.push(front);
  const connection = { ...whole, base_url: `${front.origin}${pathname}` };
  const account = { id: newId(), organizationId: newId(), name: "Hosted", emrType: "records_api" };
  const write = (request: (key: string) => PassedRequest) => (emr: EmrConnection, options: WriteOptions) =>
    passOn(emr, request(options.idempotencyKey), options);
  return {
    open: (calls) =>
      connectorOf("records_api").open(
        { ...account, timezone: "America/New_York", connection, profile },
        connection,
        calls,
      ),
    holds: {
      settings: 1,
      locations: 2,
      providers: 3,
      visit_types: 2,
      referring_providers: 1,
      patients: 230,
      appointments: 5,
      claims: 3,
      referrals: 2,
      documents: 3,
    },
    writes: Object.fromEntries(Object.entries(REQUESTS).map(([name, request]) => [name, write(request)])),
    refused(emr, options) {
      server.faults.next(
        { kind: "refused", status: 400, message: "Not supported. Supported EMRs: a" },
        "POST /payments",
      );
      return write(payment)(emr, options);
    },
    done: async (keys) =>
      server.queued().filter(({ body }) =>
        Object.values(body)
          .flat()
          .some((value) => keys.includes(String(value))),
      ).length,
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
});
