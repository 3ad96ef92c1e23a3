import { assertOwnAuthorization } from "#lib/administration/emr-authorizations/used";
import { connectorOf } from "#lib/emr/connect";
import type { Profile } from "#lib/emr/port/profile";
import { splitSecrets } from "#lib/emr/port/secret-fields";
import { invalid } from "#lib/kernel/domain-error";
import { type Problem, problem } from "#lib/kernel/field-error";
import type { Principal } from "#lib/kernel/principal";
import { seal } from "#lib/security/sealing/secret-box";
import { foundByProbe } from "./kept-probe.ts";
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

/** Returns why no account may be linked by a probed connection, by field; nothing if one may. */
export function refusalsOf({ reachable, faults = [], behaviour }: Profile): Problem[] {
  if (faults.length > 0) return faults.map(({ field, message }) => problem(`connection.${field}`, message));
  if (reachable) return [];
  const found = behaviour.at(-1)?.found;
  return [problem("connection.base_url", `must lead to an EMR that answers${found ? ` (${found})` : ""}`)];
}

/** How a connection is tried, or which probe has tried it. */
interface LinkWish extends ProbeWish {
  probeId?: string | undefined;
  /** The account whose connection is replaced; null for a new one. */
  accountId: string | null;
}

/** Returns what a probe of a connection finds, or found. */
async function profileOf(
  principal: Principal,
  emrType: string,
  given: Record<string, unknown> | null,
  { probeId, accountId, ...wish }: LinkWish,
): Promise<Profile> {
  const { organizationId } = principal;
  await assertOwnAuthorization(principal, given, accountId);
  if (probeId === undefined) return probeEmr(organizationId, emrType, given, wish);
  const connected = { organizationId, emrType, connection: given };
  const named = { probeId, accountId, writeProbes: wish.writeProbes };
  const profile = await foundByProbe(principal, named, connected);
  return (wish.before && connectorOf(emrType).keepFindings?.(profile, wish.before)) ?? profile;
}

/**
 * Probes a connection, unless a probe of it is named, and separates its secrets, sealed, from the rest (decisions §12);
 * null for an EMR type that has no connection. Throws `invalid` for a connection that its connector refuses, for an EMR that the
 * probe did not reach or that refuses the credentials, for an address that must not be dialled, and for a probe that cannot
 * be named; `too_many` over the limit of probes.
 */
export async function connectTo(
  principal: Principal,
  emrType: string,
  given: Record<string, unknown> | null,
  wish: LinkWish,
): Promise<ProbedConnection> {
  // A sandbox has nothing to probe, but a probe that is named for it must be one of a sandbox.
  if (given === null && wish.probeId === undefined) return NO_CONNECTION;
  const profile = await profileOf(principal, emrType, given, wish);
  if (given === null) return NO_CONNECTION;
  const refusals = refusalsOf(profile);
  if (refusals.length > 0) throw invalid(refusals);
  const { shown, secrets } = splitSecrets(given, connectorOf(emrType).secrets);
  return { connection: shown, credentials: await seal(JSON.stringify(secrets)), profile };
}
