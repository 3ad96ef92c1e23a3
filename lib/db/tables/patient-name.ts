import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { tenant } from "./columns.ts";

/**
 * The different words of an account's names, a fraction of its patients: a search looks here for the words that contain what was
 * typed, or nearly are it. Row-level security lets no index of the patients serve such a comparison; it lets one serve equality.
 */
export const patientWord = pgTable(
  "patient_word",
  {
    ...tenant(),
    /** In lower case. */
    word: text("word").notNull(),
    /** The set of the word's letters, as `lettersOf` has it: words with other letters are passed over by it. */
    letters: integer("letters").notNull(),
  },
  (table) => [
    primaryKey({ name: "patient_word_pk", columns: [table.organizationId, table.linkedAccountId, table.word] }),
  ],
);

/** The names of an account's patients as they are stored, a row for each word in which such a name is found. */
export const patientName = pgTable(
  "patient_name",
  {
    ...tenant(),
    /** `name`: a first or last name. `mrn`: letters between the digits of an MRN. */
    part: text("part", { enum: ["name", "mrn"] }).notNull(),
    text: text("text").notNull(),
    word: text("word").notNull(),
  },
  (table) => [
    primaryKey({
      name: "patient_name_pk",
      columns: [table.organizationId, table.linkedAccountId, table.part, table.text, table.word],
    }),
    index("patient_name_by_word_index").on(table.linkedAccountId, table.word),
  ],
);
