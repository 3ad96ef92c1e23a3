import pg, { type QueryConfig } from "pg";
import { singleton } from "./singleton.ts";

/** Each costs memory in every connection, so callers who make new ones, by new filters say, must find an end. */
const MOST_NAMES = 300;
const LONGEST_NAMED = 8_000;

const namesByText = () => singleton("statement-names", () => new Map<string, string>());

/** The name that a statement has on every connection of this process; undefined for one that has none. */
function nameOf(text: string): string | undefined {
  if (text.length > LONGEST_NAMED) return undefined;
  const names = namesByText();
  const known = names.get(text);
  if (known || names.size >= MOST_NAMES) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * A connection that has PostgreSQL parse and plan a statement with parameters but once: that costs more than most of
 * ours do. Past 300 of them, or for a very long one, it does as any other.
 */
export class PlanningClient extends pg.Client {
  // Overloads that nobody could list twice: what comes goes on, but for its name.
  override query = ((statement: string | QueryConfig, ...given: unknown[]) => {
    const config = typeof statement === "string" ? { text: statement } : statement;
    const values = Array.isArray(given[0]) ? given[0] : config.values;
    const name = values?.length && config.text ? (config.name ?? nameOf(config.text)) : config.name;
    return super.query(name ? { ...config, name } : (statement as QueryConfig), ...(given as [never]));
  }) as pg.Client["query"];
}
