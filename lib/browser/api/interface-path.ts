import type { Operations } from "#lib/client/package/operations.d";

/** A template such as `/jobs/{job_id}` with any text in place of its variable parts. */
type Filled<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Path;

/**
 * The paths below `/v1` that the interface has for a method, from the table of the typed client: a call of a route that was
 * renamed or removed does not compile.
 */
export type PathOf<Method extends string> = {
  [Route in keyof Operations]: Route extends `${Method} ${infer Path}` ? Filled<Path> : never;
}[keyof Operations];
