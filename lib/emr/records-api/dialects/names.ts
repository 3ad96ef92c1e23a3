/** The dialects in which a remote may speak this interface, the default one first. A browser may load this file. */
export const DIALECT_NAMES = ["interface", "cobalt"] as const;

export type DialectName = (typeof DIALECT_NAMES)[number];

/** The dialect of a connection that names none, as those do that were linked before there were others. */
export const DEFAULT_DIALECT: DialectName = "interface";

/** The dialects whose remotes sign the events that they send to callbacks with a secret which an admin enters. */
export const ENTERED_SECRET: readonly DialectName[] = ["interface"];

/** Name of the finding that a remote was probed in a dialect. */
export const dialectTrait = (name: DialectName): string => `dialect ${name}`;

/** Returns the dialect in which a remote with these traits was probed. */
export const dialectIn = (traits: readonly string[] | undefined): DialectName =>
  DIALECT_NAMES.find((name) => traits?.includes(dialectTrait(name))) ?? DEFAULT_DIALECT;
