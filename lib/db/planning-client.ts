import pg, { type QueryConfig } from "pg";
import { singleton } from "#lib/kernel/singleton";

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

/** What PostgreSQL says of a plan that a change of the tables has overtaken, and of one that it does not have. */
const LOST_PLAN = new Set(["0A000", "26000"]);

type Callback = (error: Error | undefined, ...result: unknown[]) => void;

/**
 * A connection that has PostgreSQL parse and plan a statement with parameters but once: that costs more than most of
 * ours do. Past 300 of them, for a very long one, and after its plan was lost, it does as any other.
 */
export class PlanningClient extends pg.Client {
  /** Statements whose plan this connection has lost: it may not use their names again. */
  readonly #lost = new Set<string>();

  // Overloads that nobody could list twice: what comes goes on, but for its name.
  override query = ((statement: string | QueryConfig, ...given: unknown[]) => {
    const config = typeof statement === "string" ? { text: statement } : statement;
    const values = Array.isArray(given[0]) ? given[0] : config.values;
    const named = config.name || (values?.length && config.text ? nameOf(config.text) : undefined);
    if (!named || this.#lost.has(config.text)) {
      return super.query({ ...config, name: undefined } as unknown as QueryConfig, ...(given as [never]));
    }
    const notice = (error: { code?: string } | undefined) => {
      if (LOST_PLAN.has(error?.code ?? "")) this.#lost.add(config.text);
    };
    const told = given.at(-1);
    if (typeof told === "function") {
      const tell: Callback = (error, ...result) => {
        notice(error as { code?: string } | undefined);
        (told as Callback)(error, ...result);
      };
      return super.query({ ...config, name: named }, ...([...given.slice(0, -1), tell] as [never]));
    }
    const sent = super.query({ ...config, name: named }, ...(given as [never])) as unknown as Promise<unknown>;
    sent.catch(notice);
    return sent;
  }) as pg.Client["query"];
}
