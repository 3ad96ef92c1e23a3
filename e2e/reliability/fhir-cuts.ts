import { startFaultyFront } from "#lib/testing/faulty-front";
import { clinicResources, excerptOf } from "#lib/testing/fhir/clinic/clinic";
import { cutWrites, type FhirCutCounts } from "#lib/testing/fhir/cut-writes";
import { linkClinic } from "#lib/testing/fhir/linked-clinic";
import { startMedplum } from "#lib/testing/fhir/medplum";
import { startReplayServer } from "#lib/testing/fhir/replay/replay-server";
import type { TestFhirServer } from "#lib/testing/fhir/server";
import { type Base, inThisProcess, ownerPool, startBase } from "./base.ts";

/** Answers to cut for each server; CUTS=100 for a shorter run. */
const CUTS = Number(process.env.CUTS ?? 1_000);

/** The proof sends more requests a minute than a caller may, to a server on a loopback port. */
const VARIABLES = { RATE_LIMIT_PER_MINUTE: "1000000", SEED: "demo" };

/** The part of the clinic that the operations need. */
const CLINIC = { PractitionerRole: 39, Patient: 40, Coverage: 1, Appointment: 20, ServiceRequest: 20 };

const SERVERS: Record<string, () => Promise<TestFhirServer>> = {
  "conditional create on": () => startMedplum(),
  "conditional create off": () => startMedplum({ ifNoneExist: "ignored" }),
  "conditional create and versions off": () => startReplayServer(),
  "transactions off": () => startMedplum({ transactions: "refused" }),
};

const line = (name: string, { cut, accepted, completed, failed, listed }: FhirCutCounts): string =>
  `${name}: ${cut} answers cut, ${accepted} jobs: ${completed} completed, ${failed} failed, ${listed} listed for a person\n`;

async function cutsOf(base: Base, database: string, start: () => Promise<TestFhirServer>): Promise<FhirCutCounts> {
  const { ownerUrl, variables } = await base.copy(database);
  const owner = ownerPool(ownerUrl);
  const server = await start();
  const front = await startFaultyFront(server.origin);
  try {
    await server.load(excerptOf(clinicResources(new Date()), CLINIC));
    return await inThisProcess({ ...base.secrets, ...variables, ...VARIABLES }, async () => {
      const query = async <Row>(text: string, values: unknown[] = []) =>
        (await owner.query(text, values)).rows as Row[];
      const through = server.baseUrl.replace(server.origin, front.origin);
      const clinic = await linkClinic(query, server, { through });
      return cutWrites({ server, front, clinic, query }, CUTS);
    });
  } finally {
    await Promise.all([owner.end(), front.stop()]);
    await server.stop();
  }
}

/**
 * Cuts answers after the commit of FHIR servers that create on a condition, that ignore it, that ignore versions too, and that do no
 * transactions, where a booking reserves its open time first: nothing is written twice, nothing is missing, and each unknown end is settled or listed.
 */
export async function fhirCuts(stop: AbortSignal): Promise<void> {
  const base = await startBase();
  try {
    for (const [index, [name, start]] of Object.entries(SERVERS).entries()) {
      if (stop.aborted) return;
      process.stdout.write(line(name, await cutsOf(base, `crc_fhir_cuts_${index}`, start)));
    }
  } finally {
    await base.stop();
  }
}
