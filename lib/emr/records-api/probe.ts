import { EmrError } from "#lib/emr/port/port";
import type { Profile } from "#lib/emr/port/profile";
import { dialectOf, type Recognized, recognized } from "./dialects/dialects.ts";
import { DEFAULT_DIALECT, type DialectName, dialectTrait } from "./dialects/names.ts";
import type { Remote } from "./remote.ts";

/** Returns the dialect that a remote was seen to speak; null if it does not answer now. */
async function heard(remote: Remote, signal: AbortSignal): Promise<Recognized | null> {
  try {
    return await recognized(remote, signal);
  } catch (error) {
    if (error instanceof EmrError) return null;
    throw error;
  }
}

const wordsOf = ({ name, by }: Recognized): string => (by === "" ? name : `${name}: it ${by}`);

/**
 * Tries what a remote does, by reads alone, in the dialect that an admin has stated. One that speaks another dialect is
 * named at the field: a dialect is found by the probe and confirmed by an admin.
 */
export async function probeRemote(
  remote: Remote,
  stated: DialectName | undefined,
  signal: AbortSignal,
): Promise<Profile> {
  const name = stated ?? DEFAULT_DIALECT;
  const found = await heard(remote, signal);
  const spoken = found?.name ?? name;
  const profile = await dialectOf(spoken).probe(remote, signal);
  if (!profile.reachable || profile.faults?.length || found === null) return profile;
  const traits = [...(profile.traits ?? []), ...(spoken === DEFAULT_DIALECT ? [] : [dialectTrait(spoken)])];
  const behaviour = [...profile.behaviour, { probe: "dialect", found: wordsOf(found) }];
  const whole = { ...profile, behaviour, traits };
  if (spoken === name) return whole;
  return { ...whole, faults: [{ field: "dialect", message: `must be ${wordsOf(found)}` }] };
}
