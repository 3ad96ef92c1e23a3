import type { QueryConfig } from "pg";
import { singleton } from "#lib/kernel/singleton";

/**
 * Most named statements. Each costs memory in every connection, so callers with ever new texts (such as filters) need a
 * limit.
 */
const MAX_NAMED_STATEMENTS = 300;
const MAX_NAMED_LENGTH = 8_000;

const namesByText = () => singleton("statement-names", () => new Map<string, string>());

/** Returns a statement's name, the same on every connection of this process; undefined if the statement has none. */
export function nameOf(text: string): string | undefined {
  if (text.length > MAX_NAMED_LENGTH) return undefined;
  const names = namesByText();
  const known = names.get(text);
  if (known || names.size >= MAX_NAMED_STATEMENTS) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * Returns a statement that PostgreSQL parses and plans once per connection, which takes longer than running most of them.
 * The first 300 are: later ones, and very long ones, have no name and are planned each time.
 */
export const named = (text: string, values: unknown[]): QueryConfig => ({ name: nameOf(text), text, values });
