import { customType, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { moment } from "#lib/db/tables/columns";

/** Text that is compared by its bytes, so that an index finds its beginnings and sorts fast. */
const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * The published directories of EMRs that the operator has imported. Belongs to no tenant.
 */
export const emrDirectorySource = pgTable("emr_directory_source", {
  /** The publisher, such as the vendor. */
  name: text("name").primaryKey(),
  /** Where it is read again each night; null for a file. */
  url: text("url"),
  /** The reading whose entries are shown; null before the first. */
  reading: uuid("reading"),
  /** SHA-256 of what was published then, in hex. */
  digest: text("digest"),
  entries: integer("entries").notNull().default(0),
  readAt: moment("read_at"),
  /** Why the last try stored nothing; null if it did. */
  failure: text("failure"),
});

/**
 * The EMRs of these directories. Those of a reading that is not its source's are not shown. Belongs to no tenant.
 */
export const emrDirectory = pgTable(
  "emr_directory",
  {
    reading: uuid("reading").notNull(),
    baseUrl: text("base_url").notNull(),
    name: text("name").notNull(),
    brand: text("brand").notNull(),
    place: text("place").notNull(),
    /** The name's words, by which a list is sorted. */
    sortName: plainText("sort_name").notNull(),
    words: tsvector("words").notNull(),
  },
  (table) => [index().on(table.reading), index().on(table.sortName, table.place), index().using("gin", table.words)],
);
