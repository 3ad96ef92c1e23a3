import { within } from "#lib/egress/within";
import { connectorOf } from "#lib/emr/connect";
import { grantsOf } from "#lib/emr/grants";
import type { SignAssertion } from "#lib/emr/port/assertion";
import type { MrnSystem } from "#lib/emr/port/mrn-system";
import { EmrError } from "#lib/emr/port/port";
import { signAssertion } from "#lib/security/organization-keys/keys";
import { inProbePlace } from "./probe-limit.ts";

/** Deadline after that of the probe, within the time that a browser waits. */
const READ_MS = 5_000;

/**
 * Returns the systems of patient identifiers of an EMR that was just probed; none if it does not show its patients. The
 * values are those of real patients: they are answered to the admin, and neither stored nor logged.
 */
export async function mrnSystemsOf(
  organizationId: string,
  emrType: string,
  connection: Record<string, unknown> | null,
): Promise<MrnSystem[]> {
  const { readMrnSystems } = connectorOf(emrType);
  if (!readMrnSystems) return [];
  const sign: SignAssertion = (claims, algorithm) => signAssertion(organizationId, claims, algorithm);
  return inProbePlace(organizationId, async () => {
    const signal = AbortSignal.timeout(READ_MS);
    try {
      return await within(signal, readMrnSystems(connection, { signal, sign, grants: grantsOf(organizationId) }));
    } catch (error) {
      if (error instanceof EmrError || signal.aborted) return [];
      throw error;
    }
  });
}
