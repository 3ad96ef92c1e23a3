/** Returns whether a value from a server is a JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the objects of an element that repeats; none if the server sent another shape. */
export function objectsOf<Item extends object>(value: readonly Item[] | undefined): Item[];
export function objectsOf(value: unknown): Record<string, unknown>[];
export function objectsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
