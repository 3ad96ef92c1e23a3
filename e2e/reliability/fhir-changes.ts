import { syncAccount } from "#lib/jobs/sync/sync-account";
import { clinicResources } from "#lib/testing/fhir/clinic/clinic";
import { passDay } from "#lib/testing/fhir/day-of-changes";
import { linkClinic } from "#lib/testing/fhir/linked-clinic";
import { startMedplum } from "#lib/testing/fhir/medplum";
import { startReplayServer } from "#lib/testing/fhir/replay/replay-server";
import { assertSameRecords, assertShown } from "#lib/testing/fhir/same-records";
import type { TestFhirServer } from "#lib/testing/fhir/server";
import { inThisProcess, ownerPool, startBase } from "./base.ts";

/** Changes of a day behind the product's back. */
const CHANGES = 500;

const SERVERS: Record<string, () => Promise<TestFhirServer>> = {
  "Medplum's router": () => startMedplum(),
  "a simple server": () => startReplayServer(),
};

/** Lets a day pass in a FHIR server behind the product's back: after the next sync every record equals the server's. */
export async function fhirChanges(stop: AbortSignal): Promise<void> {
  const base = await startBase();
  try {
    for (const [index, [name, start]] of Object.entries(SERVERS).entries()) {
      if (stop.aborted) return;
      const { ownerUrl, variables } = await base.copy(`crc_fhir_changes_${index}`);
      const owner = ownerPool(ownerUrl);
      const server = await start();
      try {
        await server.load(clinicResources(new Date()));
        await inThisProcess({ ...base.secrets, ...variables, SEED: "demo" }, async () => {
          const query = async <Row>(text: string, values: unknown[] = []) =>
            (await owner.query(text, values)).rows as Row[];
          const account = await linkClinic(query, server);
          await assertShown(query, account, server);
          await passDay(server, CHANGES);
          const since = performance.now();
          await syncAccount(account.tenant);
          const seconds = (performance.now() - since) / 1_000;
          await assertShown(query, account, server);
          await assertSameRecords(query, account, await linkClinic(query, server));
          process.stdout.write(
            `${name}: ${CHANGES} changes behind the product's back; the next sync took ${seconds.toFixed(1)} s; ` +
              "every record equals the server's\n",
          );
        });
      } finally {
        await owner.end();
        await server.stop();
      }
    }
  } finally {
    await base.stop();
  }
}
