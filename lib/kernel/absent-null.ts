import type { z } from "zod";

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is object => value !== null && typeof value === "object";

const hasNull = (value: unknown): boolean => value === null || (isObject(value) && Object.values(value).some(hasNull));

/** Returns the object that has the field of an issue; undefined for the entry of a list, or for the value as a whole. */
function ownerOf(value: unknown, path: readonly PropertyKey[]): Fields | undefined {
  let owner = value;
  for (const name of path.slice(0, -1)) owner = isObject(owner) ? (owner as Record<PropertyKey, unknown>)[name] : null;
  return path.length > 0 && isObject(owner) && !Array.isArray(owner) ? (owner as Fields) : undefined;
}

/** Returns the fields that are null though their type does not allow it, by the objects that have them. */
function refusedNulls(schema: z.ZodType, value: unknown): Map<object, Set<string>> {
  const refused = new Map<object, Set<string>>();
  for (const { code, path } of schema.safeParse(value).error?.issues ?? []) {
    const owner = ownerOf(value, path);
    const name = String(path.at(-1));
    // A rule beyond the type judges a null that the type allows, and that therefore means something.
    if (code === "custom" || owner?.[name] !== null) continue;
    refused.set(owner, (refused.get(owner) ?? new Set()).add(name));
  }
  return refused;
}

/**
 * Returns a body without the fields that are null though their type does not allow it: as some programs write null for
 * what they leave out, it counts as absent (decisions §4). A null that the type allows stays, and so do those in lists.
 */
export function withoutRefusedNulls<Value>(schema: z.ZodType, value: Value): Value {
  if (!hasNull(value)) return value;
  const refused = refusedNulls(schema, value);
  if (refused.size === 0) return value;
  const kept = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(kept);
    if (!isObject(part)) return part;
    const left = Object.entries(part).filter(([name]) => !refused.get(part)?.has(name));
    return Object.fromEntries(left.map(([name, each]) => [name, kept(each)]));
  };
  return kept(value) as Value;
}
