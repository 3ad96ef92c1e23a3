/** Converts a wall clock of one time zone (`YYYY-MM-DDTHH:MM`) to an instant with the offset of that zone. */
export type ToInstant = (wallClock: string) => string;

/** Returns the conversion for an IANA time zone. */
export function instantsIn(timeZone: string): ToInstant {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  return (wallClock) => {
    const parts = format.formatToParts(new Date(`${wallClock}Z`));
    const offset = parts.find(({ type }) => type === "timeZoneName")?.value.replace("GMT", "") || "Z";
    return `${wallClock}:00${offset}`;
  };
}
