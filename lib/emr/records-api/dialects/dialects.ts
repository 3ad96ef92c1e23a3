import type { Remote } from "#lib/emr/records-api/remote";
import { cobalt } from "./cobalt/dialect.ts";
import type { Dialect } from "./dialect.ts";
import { theInterface } from "./interface/dialect.ts";
import { DEFAULT_DIALECT, DIALECT_NAMES, type DialectName } from "./names.ts";

const DIALECTS: Readonly<Record<DialectName, Dialect>> = { interface: theInterface, cobalt };

/** Returns a dialect by its name; that of a connection which names none if it is left out. */
export const dialectOf = (name: DialectName = DEFAULT_DIALECT): Dialect => DIALECTS[name];

/** A dialect that a remote was seen to speak, and by what. */
export interface Recognized {
  name: DialectName;
  /** Words that follow "it". */
  by: string;
}

/** Returns the dialect that recognizes a remote; the default one, by nothing, if none does. */
export async function recognized(remote: Remote, signal: AbortSignal): Promise<Recognized> {
  for (const name of DIALECT_NAMES) {
    const by = await DIALECTS[name].recognize?.(remote, signal);
    if (by) return { name, by };
  }
  return { name: DEFAULT_DIALECT, by: "" };
}
