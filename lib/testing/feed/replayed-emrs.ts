import assert from "node:assert/strict";
import type { FhirResource } from "fhir/r4";
import { POST as receiveNotice } from "#app/api/emr-webhooks/[token]/route.ts";
import { sandboxPool } from "#lib/emr/sandbox/pool";
import { keepWebhooksOf } from "#lib/jobs/emr-webhooks/upkeep";
import { openClinic } from "#lib/testing/clinic";
import type { Query } from "#lib/testing/cut-jobs";
import { clinicResources, excerptOf } from "#lib/testing/fhir/clinic/clinic";
import { changeServer } from "#lib/testing/fhir/day-of-changes";
import { linkClinic } from "#lib/testing/fhir/linked-clinic";
import { startMedplum } from "#lib/testing/fhir/medplum";
import { startReplayServer } from "#lib/testing/fhir/replay/replay-server";
import type { TestFhirServer } from "#lib/testing/fhir/server";
import { startSubscribingServer } from "#lib/testing/fhir/subscribing-server";
import { startPublicServer } from "#lib/testing/public-server";
import { changeOfClinic } from "./clinic-changes.ts";
import { Notifications } from "./notifications.ts";
import type { ReplayedEmr } from "./replay.ts";

/** Resources with all that they refer to: several pages of each kind, and more than changes remove. */
const EXCERPT = { Patient: 60, Appointment: 200, Slot: 300, ServiceRequest: 40, DocumentReference: 60 };

/** Has the server number and send the changes of a topic, by the ids of the records. */
const SUBSCRIBED = {
  subscriptions: "on",
  subscription_topics: "http://hl7.org/fhir/us/core/SubscriptionTopic/patient-data-feed",
};

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

/** Returns a server whose changes behind the product's back are each told by a notification. */
const telling = (server: TestFhirServer, notifications: Notifications): TestFhirServer => ({
  ...server,
  async load(resources) {
    for (const each of resources) {
      await server.load([each]);
      await notifications.tell(each);
    }
  },
  async remove(resourceType, id) {
    await server.remove(resourceType, id);
    await notifications.tell({ resourceType, id } as FhirResource);
  },
});

async function fhir(query: Query, behind: TestFhirServer): Promise<Opened> {
  await behind.load(excerptOf(clinicResources(new Date()), EXCERPT));
  const product = await startPublicServer(async (pathname) => {
    const token = pathname.slice("/v1/emr-webhooks/".length);
    return { handler: (request) => receiveNotice(request, { params: Promise.resolve({ token }) }), params: {} };
  });
  const server = await startSubscribingServer(behind);
  const account = await linkClinic(query, server);
  const { organizationId, linkedAccountId } = account.tenant;
  await query("UPDATE linked_account SET connection = connection || $2 WHERE id = $1", [linkedAccountId, SUBSCRIBED]);
  await keepWebhooksOf(organizationId, new Date());
  assert.equal(server.subscriptions.size, 1, "The account is not subscribed");
  const notifications = new Notifications(server);
  const changed = telling(server, notifications);
  return {
    account,
    query,
    notifications,
    change: (random, number) => changeServer(changed, random, number),
    async stop() {
      await server.stop();
      await product.stop();
    },
  };
}

/** Opens an account with an EMR that can be changed behind the product's back, by the EMR's name. */
export const REPLAYED_EMRS: Readonly<Record<string, (query: Query) => Promise<Opened>>> = {
  "the simulator": simulator,
  "Medplum's router": async (query) => fhir(query, await startMedplum()),
  "a simple FHIR server": async (query) => fhir(query, await startReplayServer()),
};
