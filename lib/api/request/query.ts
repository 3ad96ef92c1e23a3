import type { z } from "zod";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { isStorable } from "#lib/kernel/storable-text";
import { type UnknownFields, unknownNames } from "#lib/kernel/unknown-fields";
import { problemsOf } from "#lib/kernel/validation";
import { spellingsIn, takesList, valuesIn } from "./list-parameter.ts";

/** The query parameters of a request. */
interface GivenQuery<Schema extends z.ZodObject> {
  parameters: z.infer<Schema>;
  /** Those that the route does not know, which are not used (additions §1). */
  unknown: UnknownFields;
  /** Those that were sent without a value, or with a blank one, so that they narrow nothing. */
  empty: readonly string[];
}

/** Parameters that narrow nothing: without a value they have their default. */
const NARROW_NOTHING: readonly string[] = ["limit", "cursor", "page", "page_size", "sort", "query"];

/** Returns the `warnings` about parameters without a value: a caller who narrows a list by none gets the whole list. */
export const warningsOfEmpty = (empty: readonly string[]): string[] =>
  empty.map((name) => `${name} has no value and was not used`);

/**
 * Returns a request's checked query parameters. Each may occur once, but for lists, of which the values of all occurrences
 * count; brackets behind a name are part of it nowhere, or one value in them would be answered with all rows. Throws 400.
 */
export function readQuery<Schema extends z.ZodObject>(url: URL, schema: Schema): GivenQuery<Schema> {
  const given: Record<string, string> = {};
  const others = new Set(url.searchParams.keys());
  const names = Object.keys(schema.shape);
  const empty: string[] = [];
  for (const name of names) {
    const isList = takesList(schema.shape[name]);
    const values = valuesIn(url.searchParams, name);
    for (const spelling of spellingsIn(url.searchParams, name)) others.delete(spelling);
    if (values.length > 1 && !isList) throw invalid(problem(name, "must be given once"));
    const value = values.filter((each) => each.trim() !== "").join(",");
    if (value === "") {
      if (values.length > 0 && !NARROW_NOTHING.includes(name)) empty.push(name);
      continue;
    }
    if (!isStorable(value)) throw invalid(problem(name, "must not contain NUL or broken characters"));
    given[name] = value;
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw invalid(problemsOf(parsed.error, given));
  return { parameters: parsed.data, unknown: unknownNames([...others], names), empty };
}
