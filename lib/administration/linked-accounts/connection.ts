import { connectorOf } from "#lib/emr/connect";
import type { Profile } from "#lib/emr/port/profile";
import { splitSecrets } from "#lib/emr/port/secret-fields";
import { invalid } from "#lib/kernel/api-error";
import { problem } from "#lib/kernel/field-error";
import { seal } from "#lib/security/sealing/secret-box";
import { type ProbeWish, probeEmr } from "./probe-emr.ts";

/** Columns of a linked account that hold a probed connection. */
export interface ProbedConnection {
  connection: Record<string, unknown> | null;
  /** JWE of the secrets by path. */
  credentials: string | null;
  profile: Profile | null;
}

/** An EMR that needs no connection, such as a sandbox. */
export const NO_CONNECTION: ProbedConnection = { connection: null, credentials: null, profile: null };

/**
 * Probes a connection and separates its secrets, sealed, from the rest (decisions §12). Throws 400 for a connection
 * that its connector refuses, for an EMR that the probe did not reach, and for an address that must not be dialled; 429
 * over the limit of probes.
 */
export async function connectTo(
  organizationId: string,
  emrType: string,
  given: Record<string, unknown>,
  wish: ProbeWish,
): Promise<ProbedConnection> {
  const profile = await probeEmr(organizationId, emrType, given, wish);
  if (!profile.reachable) {
    const found = profile.behaviour.at(-1)?.found;
    throw invalid(problem("connection.base_url", `must lead to an EMR that answers${found ? ` (${found})` : ""}`));
  }
  const { shown, secrets } = splitSecrets(given, connectorOf(emrType).secrets);
  return { connection: shown, credentials: await seal(JSON.stringify(secrets)), profile };
}
