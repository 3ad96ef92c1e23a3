import { notFound } from "#lib/kernel/api-error";
import { parseId } from "#lib/kernel/id";

/**
 * The row that an address names by its id, as `lock` reads and locks it. A malformed id is an unknown one (decisions
 * §11). Throws 404, naming the `thing`.
 */
export async function namedRow<Row>(
  { id: given = "" }: Record<string, string>,
  thing: string,
  lock: (id: string) => PromiseLike<Row[]>,
): Promise<Row> {
  const id = parseId(given);
  const [found] = id ? await lock(id) : [];
  if (!found) throw notFound(thing);
  return found;
}
