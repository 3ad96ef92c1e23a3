import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { tenant } from "./columns.ts";

/** No longer used, as are the names in `patient_name`: names are compared in memory. Dropped by the next version. */
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

/** What stands between the digits of an account's MRNs. */
export const patientName = pgTable(
  "patient_name",
  {
    ...tenant(),
    /** `mrn`: letters between the digits of an MRN. */
    part: text("part", { enum: ["mrn"] }).notNull(),
    text: text("text").notNull(),
    /** The text in lower case. */
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
