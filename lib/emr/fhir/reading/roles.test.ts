import type { FhirResource } from "fhir/r4";
import { expect, it, onTestFinished } from "vitest";
import { emrClient } from "#lib/egress/emr-client";
import { noAuthorization } from "#lib/emr/fhir/authorization";
import { findingsOf } from "#lib/emr/fhir/findings";
import { fhirServer } from "#lib/emr/fhir/server";
import { startAlteredFront } from "#lib/testing/fhir/altered-front";
import { startMedplum } from "#lib/testing/fhir/medplum";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";
import { rolesOf } from "./roles.ts";

/** As many as a page of referrals may name, and a common limit of an address. */
const PRACTITIONERS = 200;
const MOST_CHARACTERS = 8_000;

allowPrivateEmrs();

it("finds the roles of many practitioners at a server that refuses long addresses", async () => {
  const ids = Array.from({ length: PRACTITIONERS }, () => crypto.randomUUID());
  const server = await startMedplum();
  const front = await startAlteredFront(server);
  onTestFinished(async () => {
    await front.stop();
    await server.stop();
  });
  await server.load(
    ids.flatMap((id): FhirResource[] => [
      { resourceType: "Practitioner", id },
      {
        resourceType: "PractitionerRole",
        id: `of-${id.slice(0, 30)}`,
        practitioner: { reference: `Practitioner/${id}` },
      },
    ]),
  );
  front.alter = async ({ url }, forward) => (url?.length > MOST_CHARACTERS ? { status: 414, body: "" } : forward());
  const { baseUrl } = front;
  const context = {
    server: fhirServer({ baseUrl, client: emrClient({ baseUrl }), calls: null, authorization: noAuthorization }),
    connection: { base_url: baseUrl, auth: { kind: "none" as const } },
    findings: findingsOf(null),
    contradict: async () => undefined,
    timeZone: "America/Chicago",
  };
  const roles = await rolesOf(
    context,
    ids.map((id) => ({ id })),
    AbortSignal.timeout(30_000),
  );
  expect([...roles.values()].map((found) => found?.length)).toEqual(ids.map(() => 1));
});
