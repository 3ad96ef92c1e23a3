import type { FhirContext } from "#lib/emr/fhir/context";
import { isAddressTooLong } from "#lib/emr/fhir/long-search";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { EmrError } from "#lib/emr/port/port";
import { word } from "./elements.ts";
import { inLists } from "./lists.ts";
import { loadedValues } from "./loaded-values.ts";
import { searchPage } from "./search.ts";
import { readSingly } from "./singly.ts";

/** Values that a connection keeps: about 2 MB. */
const KEPT = 20_000;

/** Returns the value of each key that has one. */
export type Lookup<Value> = (keys: Iterable<string>, signal: AbortSignal) => Promise<ReadonlyMap<string, Value>>;

/** Searches for resources by a list of values of one parameter; a server that refuses the search has none. */
async function searchFor(
  { server }: FhirContext,
  type: string,
  { name, values }: { name: string; values: readonly string[] },
  signal: AbortSignal,
): Promise<Untrusted[]> {
  const query = new URLSearchParams({ [name]: values.join(","), _count: String(values.length) });
  try {
    return (await searchPage(server, { type, address: `${type}?${query}` }, signal)).resources;
  } catch (error) {
    const isRefused = error instanceof EmrError && error.kind === "validation";
    if (isRefused || isAddressTooLong(error)) return [];
    throw error;
  }
}

/**
 * Reads resources by searches for many ids; those that these do not return are read one by one. One that the server does not
 * show, such as a patient whose record is restricted, costs only itself: its reason goes to `failures`.
 */
const resourcesOf = (
  context: FhirContext,
  type: string,
  { ids, failures }: { ids: readonly string[]; failures: Map<string, string> },
  signal: AbortSignal,
): AsyncGenerator<Untrusted> =>
  inLists(context.server, {
    name: `${type}?_id`,
    values: ids,
    pageSize: context.findings.page_size,
    search: (values) => searchFor(context, type, { name: "_id", values }, signal),
    valuesOf: ({ id }) => [word(id)],
    async single(id) {
      const { resource, failure } = await readSingly(context.server, type, id, signal);
      if (failure !== null) failures.set(id, failure);
      return resource === null ? [] : [resource];
    },
  });

/** Returns a lookup whose values are fetched for many keys at once, and kept for the life of the connection. */
function keeping<Value>(
  fetch: (keys: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, Value>>,
): Lookup<Value> {
  const kept = new Map<string, Value | null>();
  return async (keys, signal) => {
    const wanted = [...new Set(keys)];
    if (kept.size + wanted.length > KEPT) kept.clear();
    const missing = wanted.filter((key) => !kept.has(key));
    const found = missing.length === 0 ? new Map<string, Value>() : await fetch(missing, signal);
    for (const key of missing) kept.set(key, found.get(key) ?? null);
    return new Map(
      wanted.flatMap((key) => {
        const value = kept.get(key) ?? null;
        return value === null ? [] : [[key, value] as const];
      }),
    );
  };
}

/**
 * Returns a lookup of a value of resources by their ids; one for which `toValue` throws has no value. `failures` gets the
 * reasons why resources that the server may hold could not be read, by id.
 */
export function lookupById<Value>(
  context: FhirContext,
  type: string,
  toValue: (resource: Untrusted) => Value | null,
  failures = new Map<string, string>(),
): Lookup<Value> {
  const tryValue = (resource: Untrusted): Value | null => {
    try {
      return toValue(resource);
    } catch {
      return null;
    }
  };
  const loaded = loadedValues(context, type, tryValue);
  return keeping(async (asked, signal) => {
    const found = new Map<string, Value>();
    const known = await loaded(signal);
    for (const id of asked) {
      const value = known.get(id) ?? null;
      if (value !== null) found.set(id, value);
    }
    const ids = asked.filter((id) => !known.has(id));
    if (ids.length === 0) return found;
    for await (const resource of resourcesOf(context, type, { ids, failures }, signal)) {
      const value = tryValue(resource);
      if (value !== null) found.set(word(resource.id), value);
    }
    return found;
  });
}

/**
 * Returns a lookup of the ids of resources by one of their identifiers as `system|value`; an identifier that several
 * carry has none.
 */
export function lookupByIdentifier(context: FhirContext, type: string): Lookup<string> {
  const valuesOf = ({ identifier }: Untrusted) =>
    objectsOf(identifier).map(({ system, value }) => `${system}|${value}`);
  return keeping(async (identifiers, signal) => {
    const found = new Map<string, Set<string>>(identifiers.map((identifier) => [identifier, new Set()]));
    const search = (values: readonly string[]) => searchFor(context, type, { name: "identifier", values }, signal);
    const name = `${type}?identifier`;
    const pageSize = context.findings.page_size;
    const single = (value: string) => search([value]);
    const asked = { name, values: identifiers, pageSize, search, valuesOf, single };
    for await (const resource of inLists(context.server, asked))
      for (const value of valuesOf(resource)) found.get(value)?.add(word(resource.id));
    return new Map(
      [...found].flatMap(([identifier, ids]) => {
        const [id, ...others] = ids;
        return id && others.length === 0 ? [[identifier, id] as const] : [];
      }),
    );
  });
}
