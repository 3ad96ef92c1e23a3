import { z } from "zod";

/** How an operation ended that was passed on to an EMR of this same interface. */
export interface PassedOnEnd {
  /** `data` of the EMR's event. */
  data: Record<string, unknown>;
  /** The EMR's acceptance; empty if its answer was lost. */
  answer: Record<string, unknown>;
}

const id = z.union([z.string().min(1), z.number().transform(String)]);

/**
 * Returns the first of the named ids in the event's data, or else in the acceptance. Throws a ZodError that names the
 * first one if there is none.
 */
export function endId({ data, answer }: PassedOnEnd, ...names: [string, ...string[]]): string {
  const given = names.flatMap((name) => [data[name], answer[name]]);
  const found = given.find((value) => id.safeParse(value).success);
  return z.object({ [names[0]]: id }).parse({ [names[0]]: found })[names[0]] ?? "";
}
