import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { object, word } from "./elements.ts";

/** `Type/id`, also with a version, at the end of a base address. */
const LITERAL = /^(?:(.*)\/)?([A-Z][A-Za-z]+)\/([^/?#]+)(?:\/_history\/[^/]+)?$/;

const withoutScheme = (address: string): string => address.replace(/^https?:/, "").replace(/(?<!\/)\/+$/, "");

/**
 * Returns the id of the resource that a Reference names, if it is one of this type on this server: a relative address, or
 * an absolute one below the base URL. Null for all others, as the id of another server may be somebody else's here.
 */
export function idIn(reference: unknown, type: string, baseUrl: string): string | null {
  const [, base, named, id] = LITERAL.exec(word(object(reference).reference)) ?? [];
  if (named !== type || id === undefined) return null;
  return base === undefined || withoutScheme(base) === withoutScheme(baseUrl) ? id : null;
}

/** The contained resources of a resource by their ids: each of very many references looks for one. */
const contained = new WeakMap<Untrusted, ReadonlyMap<string, Untrusted>>();

function containedResources(resource: Untrusted): ReadonlyMap<string, Untrusted> {
  const known = contained.get(resource);
  if (known) return known;
  // Of several with the same id the first counts.
  const all = objectsOf(resource.contained).toReversed();
  const byId = new Map(all.map((each) => [word(each.id), each]));
  contained.set(resource, byId);
  return byId;
}

/** Returns the resource inside another one that a Reference names; null if it names none. */
export function containedIn(resource: Untrusted, reference: unknown): Untrusted | null {
  const address = word(object(reference).reference);
  if (!address.startsWith("#")) return null;
  return containedResources(resource).get(address.slice(1)) ?? null;
}

/** Returns the identifier by which a Reference names a resource of this type without its address, as `system|value`. */
export function identifierIn(reference: unknown, type: string): string | null {
  const { reference: address, type: named, identifier } = object(reference);
  const { system, value } = object(identifier);
  if (word(address) !== "" || word(value) === "" || word(system) === "") return null;
  return word(named) === "" || word(named) === type ? `${word(system)}|${word(value)}` : null;
}
