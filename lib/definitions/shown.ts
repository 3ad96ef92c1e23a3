/** Request body of a job; empty after it was erased. */
export type Asked = Record<string, unknown>;

/** Formats codes of a request body for display. */
export interface Names {
  /** Returns the display name of a visit status. */
  status(code: string): string;
  /** Formats a calendar date in the user's locale. */
  day(date: string): string;
  /** Formats the time of a visit (ISO 8601, with an offset or local at the clinic) at the clinic. */
  moment(at: string): string;
}

/** The parts of the sentence that says what a job did: "A payment of $45.50 … was posted to …". */
export interface Deed {
  /** The sentence's subject without the patient: "A payment of $45.50". It must also fit an erased request. */
  what: string;
  /** True if the subject is plural: "were" instead of "was". */
  plural?: boolean;
  /** Past participle with the preposition before the EMR's name: "posted to". */
  done: string;
}

export interface ReceiptLine {
  label: string;
  value: string;
}

/** Where the patient's page lists records. */
export interface PatientSection {
  /** The tab that contains them. */
  within: "claims" | "recalls" | "chart";
  /** The value of `tab` in the address that leads to them. */
  tab: string;
  /** The heading above the list. */
  heading: string;
}

/** How a list shows records that an operation has written. */
export interface ShownRecord<Record> {
  /** Plural name, such as "chart notes". */
  things: string;
  onPatientsPage: PatientSection;
  /** Returns text that distinguishes the record from others. `itemName` returns an item's name in the order catalog. */
  title(record: Record, itemName: (type: string, itemId: string) => string): string;
  /** Returns further important details. */
  detail(record: Record): string;
}

/** How the console shows an operation's jobs in one line. Browser-safe and free of schemas. */
export interface Shown {
  /**
   * Returns a short summary of the request that distinguishes a job from others of its kind: a subject, an amount, or a
   * number of items, but never the text of a note or message. Empty if there is nothing to summarize.
   */
  gist(asked: Asked, names: Omit<Names, "moment">): string;
  /** Returns the words of the sentence that says what the job did. */
  deed(asked: Asked, names: Names): Deed;
  /**
   * The fields of the request that a person checks in the job's panel, besides its sentence: to whom, by which method, due
   * when. `all` for a change, whose every field is checked.
   */
  checked?: readonly string[] | "all";
  /**
   * Returns the lines of the receipt that a patient gets, from the `data` of the completion event alone: a receipt claims
   * only what the EMR confirmed.
   */
  receipt?(confirmed: Asked): ReceiptLine[];
  /** Returns the amount of money in the request. */
  amount?(asked: Asked): number | null;
  /** Field, with its label, by which a user finds the record in the EMR. */
  reference?: { field: string; label: string };
}

/** Returns a field's text without spaces around it; "" for anything else. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Returns a user's text in quotation marks after a noun; the noun alone if there is no text. */
export const quoted = (noun: string, value: unknown): string =>
  textOf(value) === "" ? noun : `${noun} “${textOf(value)}”`;

/** Returns a field's list; an empty one for anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Joins the parts of a line, without those that are empty. */
export const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(" · ");

/** Returns a count with its noun: "2 claims". */
export const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** Returns what a change of a record's fields sets: "Changes prior authorization code, start date". */
export const changedFields = ({ callback_urls: _, ...changed }: Asked): string =>
  Object.keys(changed).length === 0
    ? ""
    : `Changes ${Object.keys(changed)
        .map((name) => name.replace(/_id$/, "").replaceAll("_", " "))
        .join(", ")}`;
