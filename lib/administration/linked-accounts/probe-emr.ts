import { emrTargets } from "#lib/egress/policies";
import { checkTarget } from "#lib/egress/target";
import { within } from "#lib/egress/within";
import { connectorOf } from "#lib/emr/connect";
import { grantsOf } from "#lib/emr/grants";
import { addressesOf } from "#lib/emr/origin";
import type { Connector } from "#lib/emr/port/connector";
import { EmrError } from "#lib/emr/port/port";
import type { Profile } from "#lib/emr/port/profile";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { logger } from "#lib/kernel/logger";
import { signAssertion } from "#lib/security/organization-keys/keys";
import { countProbe, inProbePlace } from "./probe-limit.ts";

/** Deadline of a whole probe. */
const PROBE_MS = 30_000;

/** Returns the profile of a connector that is known without trying. */
const knownProfile = ({ capabilities }: Connector): Profile => ({
  reachable: true,
  server: null,
  capabilities: [...capabilities].map((name) => ({ name, support: "works", reason: null })),
  behaviour: [],
});

const unreachable = (found: string): Profile => ({
  reachable: false,
  server: null,
  capabilities: [],
  behaviour: [{ probe: "connection", found }],
});

function foundBy(error: unknown, deadline: AbortSignal): Profile {
  if (deadline.aborted) return unreachable(`no answer within ${PROBE_MS / 1_000} seconds`);
  if (error instanceof EmrError) return unreachable(error.message);
  logger.error({ error_name: (error as Error).name, code: (error as { code?: unknown }).code }, "a probe failed");
  return unreachable("the probe failed");
}

/** How an EMR is tried. */
export interface ProbeWish {
  /** Whether an admin consents to probes that write. */
  writeProbes?: boolean | undefined;
  /** The last profile of the same EMR. */
  before?: Profile | null;
}

/**
 * Tries a connection of an EMR type within 30 seconds (decisions §12). An EMR that is unreachable is a finding. Throws
 * `invalid` for an address that must not be dialled, and `too_many` over the limit of probes.
 */
export async function probeEmr(
  organizationId: string,
  emrType: string,
  connection: Record<string, unknown> | null,
  { writeProbes = false, before = null }: ProbeWish = {},
): Promise<Profile> {
  const connector = connectorOf(emrType);
  const problems = Object.entries(addressesOf(connection)).flatMap(([field, address]) => {
    const refusal = checkTarget(address, emrTargets());
    return refusal ? problem(field, refusal) : [];
  });
  if (problems.length > 0) throw invalid(problems);
  const { probe } = connector;
  if (!probe) return knownProfile(connector);
  countProbe(organizationId);
  return inProbePlace(organizationId, () => probeWith(probe, organizationId, connection, { writeProbes, before }));
}

/** Tries a connection, in a place that was waited for. */
async function probeWith(
  probe: NonNullable<Connector["probe"]>,
  organizationId: string,
  connection: Record<string, unknown> | null,
  { writeProbes, before }: { writeProbes: boolean; before: Profile | null },
): Promise<Profile> {
  const signal = AbortSignal.timeout(PROBE_MS);
  try {
    return await within(
      signal,
      probe(connection, {
        writeProbes,
        signal,
        before,
        grants: grantsOf(organizationId),
        sign: (claims, algorithm) => signAssertion(organizationId, claims, algorithm),
      }),
    );
  } catch (error) {
    return foundBy(error, signal);
  }
}
