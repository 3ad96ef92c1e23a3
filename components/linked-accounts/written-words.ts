import type { ProfileModel } from "#lib/administration/linked-accounts/profile-model";
import { COULD_NOT_BE_REMOVED, MAY_BE_LEFT, NOTHING, WRITTEN } from "#lib/emr/port/write-probe";
import { words } from "./link-words.ts";

/** Returns the sentence about the writes of a probe that was allowed to write or not; none if that is unknown. */
export function writtenWords({ behaviour }: Pick<ProfileModel, "behaviour">, mayWrite: boolean | undefined): string {
  if (mayWrite === undefined) return "";
  const found = new Map(behaviour.map((entry) => [entry.probe, entry.found]));
  if (found.has(COULD_NOT_BE_REMOVED) || found.has(MAY_BE_LEFT)) return ` ${words.leftTests}`;
  return ` ${mayWrite && found.get(WRITTEN) !== NOTHING ? words.wroteTests : words.wroteNothing}`;
}
