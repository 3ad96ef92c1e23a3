import { isTimeZone } from "#lib/kernel/time-zone";

/** IANA zones of the first letters of the abbreviations that a service writes, such as ET, EST or EDT. */
const ZONES: Readonly<Record<string, string>> = {
  E: "America/New_York",
  C: "America/Chicago",
  M: "America/Denver",
  P: "America/Los_Angeles",
  AK: "America/Anchorage",
  H: "Pacific/Honolulu",
};

const ABBREVIATION = /^(E|C|M|P|AK|H)(?:[SD]?T|AST)$/;

const zoneOfAbbreviation = (abbreviation: string): string | null =>
  ABBREVIATION.exec(abbreviation.trim().toUpperCase())?.[1] ?? null;

/** Returns the first letters of what the clocks of a zone are called at a moment; null where no such abbreviation is used. */
function lettersOf(timeZone: string, at: Date): string | null {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" }).formatToParts(at);
  return zoneOfAbbreviation(parts.find(({ type }) => type === "timeZoneName")?.value ?? "");
}

/**
 * Returns the IANA zone of the local times of an entry: that of the answer, else the account's, unless the entry's own abbreviation
 * names another one, as of a place elsewhere.
 */
export function zoneOfEntry(abbreviation: string, ofAnswer: unknown, ofAccount: string, day: string): string {
  const stated = typeof ofAnswer === "string" && isTimeZone(ofAnswer) ? ofAnswer : ofAccount;
  const own = zoneOfAbbreviation(abbreviation);
  const at = new Date(`${day}T12:00:00Z`);
  if (own === null || Number.isNaN(at.getTime())) return stated;
  return lettersOf(stated, at) === own ? stated : (ZONES[own] ?? stated);
}
