import { z } from "zod";

/** Returns a parameter's schema without what makes it optional. */
function required(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return isWrapped ? required(schema.def.innerType) : schema;
}

/** Returns whether a query parameter takes several values: its schema makes a list of a comma-separated text. */
export function takesList(schema: z.core.$ZodType): boolean {
  const pipe = required(schema);
  return pipe instanceof z.ZodPipe && pipe.def.out instanceof z.ZodArray;
}

/** What clients append to a name: `mrns[]=A&mrns[]=B`, or `mrns[0]=A&mrns[1]=B`; some do so to a single value, too. */
const BRACKETS = /^\[\d{0,9}\]$/;

const isSpelling = (given: string, name: string): boolean =>
  given === name || (given.startsWith(`${name}[`) && BRACKETS.test(given.slice(name.length)));

/** Returns the names under which a parameter stands in a query (additions §1). */
export const spellingsIn = (query: URLSearchParams, name: string): string[] =>
  [...new Set(query.keys())].filter((given) => isSpelling(given, name));

/** Returns the values of a parameter, in the order in which the query has them. */
export const valuesIn = (query: URLSearchParams, name: string): string[] =>
  [...query].flatMap(([given, value]) => (isSpelling(given, name) ? [value] : []));
