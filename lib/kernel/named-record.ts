import { notFound } from "./domain-error.ts";
import { parseId } from "./id.ts";

/**
 * Returns the record that the `id` of an address names, as `find` reads or changes it. A malformed id is an unknown one
 * (decisions §11). Throws `not_found`.
 */
export async function namedRecord<Row>(
  params: Record<string, string>,
  what: string,
  find: (id: string) => PromiseLike<Row[]>,
): Promise<Row> {
  const id = parseId(params.id ?? "");
  const [found] = id ? await find(id) : [];
  if (!found) throw notFound(what);
  return found;
}
