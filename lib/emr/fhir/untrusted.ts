/** A resource or element as a server sent it: any member may be missing or of another type. */
export type Untrusted = Record<string, unknown>;

/** The elements of a resource of ours or of a server, each of any shape. */
export type AnyShape<Resource> = { readonly [Element in keyof Resource]?: unknown };

/** Returns whether a value from a server is a JSON object. */
export const isRecord = (value: unknown): value is Untrusted =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the objects of an element that repeats; none if the server sent another shape. */
export function objectsOf<Item extends object>(value: readonly Item[] | undefined): Item[];
export function objectsOf(value: unknown): Untrusted[];
export function objectsOf(value: unknown): Untrusted[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
