import { sandboxPool } from "#lib/emr/sandbox/pool";
import { openClinic } from "#lib/testing/clinic";
import type { Query } from "#lib/testing/cut-jobs";
import { clinicResources, excerptOf } from "#lib/testing/fhir/clinic/clinic";
import { changeServer } from "#lib/testing/fhir/day-of-changes";
import { linkClinic } from "#lib/testing/fhir/linked-clinic";
import { startMedplum } from "#lib/testing/fhir/medplum";
import { startReplayServer } from "#lib/testing/fhir/replay/replay-server";
import type { TestFhirServer } from "#lib/testing/fhir/server";
import { changeOfClinic } from "./clinic-changes.ts";
import type { ReplayedEmr } from "./replay.ts";

/** Resources with all that they refer to: several pages of each kind, and more than changes remove. */
const EXCERPT = { Patient: 60, Appointment: 200, Slot: 300, ServiceRequest: 40, DocumentReference: 60 };

interface Opened extends ReplayedEmr {
  stop(): Promise<void>;
}

async function simulator(query: Query): Promise<Opened> {
  const account = await openClinic();
  return {
    account,
    query,
    async change(random, number) {
      await sandboxPool().query(changeOfClinic(random, number), [account.tenant.linkedAccountId]);
    },
    stop: async () => undefined,
  };
}

async function fhir(query: Query, server: TestFhirServer): Promise<Opened> {
  await server.load(excerptOf(clinicResources(new Date()), EXCERPT));
  return {
    account: await linkClinic(query, server),
    query,
    change: (random, number) => changeServer(server, random, number),
    stop: () => server.stop(),
  };
}

/** Opens an account with an EMR that can be changed behind the product's back, by the EMR's name. */
export const REPLAYED_EMRS: Readonly<Record<string, (query: Query) => Promise<Opened>>> = {
  "the simulator": simulator,
  "Medplum's router": async (query) => fhir(query, await startMedplum()),
  "a simple FHIR server": async (query) => fhir(query, await startReplayServer()),
};
