import type { z } from "zod";

/** When a parameter was deprecated, and when it may stop working: days (YYYY-MM-DD) that begin in UTC. */
export interface Deprecation {
  since: string;
  sunset: string;
}

const SINCE = "x-deprecated-since";
const SUNSET = "x-sunset";

/** Marks a parameter as deprecated: in the API document, and in the headers of each answer to a request that uses it. */
export const deprecated = <Schema extends z.ZodType>(schema: Schema, { since, sunset }: Deprecation): Schema =>
  schema.meta({ ...schema.meta(), deprecated: true, [SINCE]: since, [SUNSET]: sunset });

const deprecationOf = (schema: z.ZodType): Deprecation | null => {
  const { [SINCE]: since, [SUNSET]: sunset } = schema.meta() ?? {};
  return typeof since === "string" && typeof sunset === "string" ? { since, sunset } : null;
};

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/**
 * Returns a function that names the headers for a request with these parameters: `Deprecation` (RFC 9745) and `Sunset`
 * (RFC 8594) if it uses a deprecated one, with the earliest dates of those that it uses.
 */
export function deprecationHeadersOf(
  query: z.ZodObject,
): (given: { has(name: string): boolean }) => Record<string, string> | undefined {
  const known = Object.entries(query.shape).flatMap(([name, schema]) => {
    const deprecation = deprecationOf(schema as z.ZodType);
    return deprecation ? [{ name, ...deprecation }] : [];
  });
  return (given) => {
    const used = known.filter(({ name }) => given.has(name));
    const [since] = used.map((each) => each.since).sort();
    const [sunset] = used.map((each) => each.sunset).sort();
    if (since === undefined || sunset === undefined) return undefined;
    return { deprecation: `@${startOf(since).getTime() / 1000}`, sunset: startOf(sunset).toUTCString() };
  };
}
