import type { z } from "zod";
import { invalid } from "#lib/kernel/api-error";
import { problem } from "#lib/kernel/field-error";
import { isStorable } from "#lib/kernel/storable-text";
import { problemsOf } from "#lib/kernel/validation";

/** Returns a request's checked query parameters. Each may occur once; unknown ones are ignored. */
export function readQuery<Schema extends z.ZodObject>(url: URL, schema: Schema): z.infer<Schema> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = url.searchParams.getAll(name);
    if (values.length > 1) throw invalid(problem(name, "must be given once"));
    const value = values[0];
    if (value === undefined || value === "") continue;
    if (!isStorable(value)) throw invalid(problem(name, "must not contain NUL or broken characters"));
    given[name] = value;
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw invalid(problemsOf(parsed.error, given));
  return parsed.data;
}
