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

/** Returns the names under which a list may stand in a query: many clients write `mrns[]=A&mrns[]=B` (additions §1). */
export const spellings = (name: string): readonly string[] => [name, `${name}[]`];
