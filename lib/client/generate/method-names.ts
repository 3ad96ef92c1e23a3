import { type DescribedRoute, fieldsOf, rowsOf } from "./described-routes.ts";

const BY_METHOD: Record<string, string> = { POST: "create", PUT: "replace", PATCH: "update", DELETE: "delete" };

/** An operation's own id; other ids are made of the method and the path. */
const OWN_ID = /^[\w-]+:([\w-]+)$/;

const camel = (words: string): string =>
  words.replace(/\.json$/, "").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the names that lead to a route's method, such as `["payments", "create"]`: the words of its path, and what it
 * does. The last word of a POST is what it does unless the path is also read or holds records. An operation's id says it
 * itself.
 */
function wordsOf(route: DescribedRoute, paths: ReadonlySet<string>, read: ReadonlySet<string>): string[] {
  const { method, path, id } = route;
  const words = path.split("/").filter((word) => word && !word.startsWith("{"));
  const last = words.at(-1);
  const does = id === null ? undefined : OWN_ID.exec(id)?.[1];
  if (does !== undefined) return [...(does === last ? words.slice(0, -1) : words), does].map(camel);
  if (method === "GET") return [...words, rowsOf(route) !== null && !path.endsWith("}") ? "list" : "get"].map(camel);
  const isNoun = words.length === 1 || read.has(path) || [...paths].some((other) => other.startsWith(`${path}/{`));
  if (method === "POST" && !isNoun) return words.map(camel);
  return [...words, BY_METHOD[method] ?? method].map(camel);
}

export interface NamedRoute extends DescribedRoute {
  names: string[];
  /** Name of a list's rows in its answer, if it is read page after page. */
  rows: string | null;
}

/**
 * Names every route's method. Of two with the same name, the one that names no record gets `All`: `jobs.retry` and
 * `jobs.retryAll`. Throws if two are left with one name.
 */
export function namedRoutes(routes: readonly DescribedRoute[]): NamedRoute[] {
  const paths = new Set(routes.map(({ path }) => path));
  const read = new Set(routes.filter(({ method }) => method === "GET").map(({ path }) => path));
  const named = routes.map((route) => ({ route, names: wordsOf(route, paths, read) }));
  const taken = new Map<string, string>();
  return named.map(({ route, names }) => {
    const same = named.filter((other) => other.names.join(".") === names.join("."));
    const all = same.length > 1 && !route.path.includes("{") ? [...names.slice(0, -1), `${names.at(-1)}All`] : names;
    const name = all.join(".");
    if (taken.has(name)) throw new Error(`${route.route} and ${taken.get(name)} would both be ${name}`);
    taken.set(name, route.route);
    return { ...route, names: all, rows: "next_cursor" in fieldsOf(route.answer) ? rowsOf(route) : null };
  });
}
