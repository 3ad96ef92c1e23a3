import { formatExact } from "#components/ui/time-words";
import { words } from "./link-words.ts";

/** The times of a published key pair, ISO 8601. */
interface KeyTimes {
  signs_from: string;
  /** Null until it is replaced. */
  retires_at: string | null;
}

/**
 * Returns the sentences about a replacement of keys that is under way: when the new ones sign, while that is ahead, and when
 * the old ones retire; null if none is.
 */
export function replacementWords(keys: readonly KeyTimes[], now: number, timeZone?: string): string | null {
  const retires = keys.map(({ retires_at }) => retires_at).find((at) => at !== null);
  if (retires === undefined) return null;
  const signs = keys.find(({ retires_at, signs_from }) => retires_at === null && Date.parse(signs_from) > now);
  const retire = words.oldKeysRetire(formatExact(retires ?? "", timeZone));
  return signs ? `${words.newKeysSign(formatExact(signs.signs_from, timeZone))} ${retire}` : retire;
}
