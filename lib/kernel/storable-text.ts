/** Returns whether PostgreSQL can store a text, which must contain neither NUL nor a lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** Returns a text in which what PostgreSQL cannot store is replaced. */
const storable = (text: string): string => text.replaceAll("\0", "\ufffd").toWellFormed();

/** Returns JSON whose texts and names can all be stored. Not for JSON that is nested without a limit. */
export function storableJson(value: unknown): unknown {
  if (typeof value === "string") return storable(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [storable(name), storableJson(each)]));
}
