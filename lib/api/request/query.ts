import type { z } from "zod";
import { badRequest } from "#lib/kernel/api-error";
import { isStorable } from "#lib/kernel/storable-text";
import { problemsMessage } from "#lib/kernel/validation";

/** A request's query parameters, checked. Each may be given once; ones that the route does not know are ignored. */
export function readQuery<Schema extends z.ZodObject>(url: URL, schema: Schema): z.infer<Schema> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = url.searchParams.getAll(name);
    if (values.length > 1) throw badRequest(`${name} must be given once`);
    const value = values[0];
    if (value === undefined || value === "") continue;
    if (!isStorable(value)) throw badRequest(`${name} must not contain NUL or broken characters`);
    given[name] = value;
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw badRequest(problemsMessage(parsed.error, given));
  return parsed.data;
}
