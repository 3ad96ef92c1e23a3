import type { QueryConfig } from "pg";
import { singleton } from "#lib/runtime/singleton";

/** Each costs memory in every connection, so callers who make new ones, by new filters say, must find an end. */
const MOST_NAMES = 300;
const LONGEST_NAMED = 8_000;

const namesByText = () => singleton("statement-names", () => new Map<string, string>());

/**
 * The statement with a name, by which each connection parses and plans it but once: that costs more than most of ours
 * do. Only for single statements. Without one where it is very long, or the process has named 300 already.
 */
export function named(statement: QueryConfig): QueryConfig {
  const { text } = statement;
  if (statement.name || text.length > LONGEST_NAMED) return statement;
  const names = namesByText();
  let name = names.get(text);
  if (!name) {
    if (names.size >= MOST_NAMES) return statement;
    name = `s${names.size}`;
    names.set(text, name);
  }
  return { ...statement, name };
}
