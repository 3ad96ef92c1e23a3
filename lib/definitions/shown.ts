/** The body that a job was accepted with; empty once it was forgotten. */
export type Asked = Record<string, unknown>;

/** The console's names and forms for values that a body holds as codes. */
export interface Names {
  /** What people call a visit status. */
  status(code: string): string;
  /** A calendar day in the reader's form. */
  day(date: string): string;
}

/** How a list shows the records that an operation has written. */
export interface ShownRecord<Record> {
  /** Several of them, as people say it: "chart notes". */
  things: string;
  /** What tells one from others. `itemName`: what the order catalog calls an item. */
  title(record: Record, itemName: (type: string, itemId: string) => string): string;
  /** What else matters at a glance. */
  detail(record: Record): string;
}

/** How the console shows an operation's jobs in a line. Browser-safe, and without the schemas. */
export interface Shown {
  /**
   * What was asked for, in the few words that tell a job from others of its kind: a subject, an amount, a number of items;
   * never a note's or a message's own text. "" if there is nothing to say.
   */
  gist(asked: Asked, names: Names): string;
  /** The money that it is about. */
  amount?(asked: Asked): number | null;
  /** The field by which a person finds its record in the EMR, with its label. */
  reference?: { field: string; label: string };
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(" · ");

/** "2 claims" */
export const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;
