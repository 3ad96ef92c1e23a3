import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { moment, tenant } from "./columns.ts";

/** State of one kind of record of an account: how far its sync is, and how fresh and whole the stored records are. */
export const syncKind = pgTable(
  "sync_kind",
  {
    ...tenant(),
    /** A kind of lib/emr/port/sync.ts. */
    kind: text("kind").notNull(),
    status: text("status", { enum: ["waiting", "running", "fresh", "degraded", "held"] })
      .notNull()
      .default("waiting"),
    /** The run that reads the kind now; another run takes over by writing its own id, and null ends the reading. */
    runner: uuid("runner"),
    /**
     * Extent of the reading in progress, or of the last one: all records, those that changed, all ids, the records that a
     * list lacks, or those that were set aside before.
     */
    mode: text("mode", { enum: ["whole", "incremental", "sweep", "missing", "again"] })
      .notNull()
      .default("whole"),
    /** Whether a reading is in progress: begun and not yet complete, whether or not a process is at work on it. */
    reading: boolean("reading").notNull().default(false),
    /** Start of the next page; null if no reading is in progress or its first page is next. */
    cursor: text("cursor"),
    /** Watermark of the last complete reading. */
    since: text("since"),
    /**
     * Order number (lib/db/as-of.ts) of a change here for which records that did not change in the EMR are needed as well:
     * the next reading that begins after it is of all records. Null if there is none.
     */
    anewSince: bigint("anew_since", { mode: "number" }),
    /** Order number of the beginning of the reading in progress, or of the last one (lib/db/as-of.ts). */
    asOf: bigint("as_of", { mode: "number" }),
    /** Pages, records and total of the reading in progress, or of the last one. */
    pages: integer("pages").notNull().default(0),
    rows: integer("rows").notNull().default(0),
    total: integer("total"),
    setAside: integer("set_aside").notNull().default(0),
    beganAt: moment("began_at"),
    /** Time of the last stored page. */
    pageAt: moment("page_at"),
    /** End of the last complete reading. */
    syncedAt: moment("synced_at"),
    /** Time at which the ids of all records were last compared. */
    sweptAt: moment("swept_at"),
    /** Consecutive failures of reading the kind. */
    failures: integer("failures").notNull().default(0),
    /** Why the kind is waiting, degraded or held. */
    reason: text("reason"),
    /** How the kind was last read otherwise than it could have been; null for nothing to say. */
    note: text("note"),
    /** State of the load from which the kind's first reading is made (lib/emr/port/first-load.ts); null for any other reading. */
    firstLoad: text("first_load"),
    /** Numbers of a short answer that a person must accept before records are removed. */
    held: jsonb("held").$type<{ stored: number; seen: number }>(),
    /** True if a person accepts that the next complete reading removes what it lacks. */
    acceptHeld: boolean("accept_held").notNull().default(false),
    /** Whether `runner` reads the changes alone, between two syncs: only another one of these may take over from it. */
    changesAlone: boolean("changes_alone").notNull().default(false),
    /** `page_at` of the last reading of the changes alone: no sync counts it as its own. */
    changesAt: moment("changes_at"),
    /** Position in the feed of changes at which the kind was announced; null for one that was read before there was a feed. */
    toldFrom: bigint("told_from", { mode: "number" }),
    /** Whether `sync.completed` has named the kind as read for the first time: from then on its changes are told. */
    announced: boolean("announced").notNull().default(false),
  },
  (table) => [primaryKey({ name: "sync_kind_pk", columns: [table.organizationId, table.linkedAccountId, table.kind] })],
);

/** EMR ids that the whole reading in progress has returned so far: at its end the others are removed. */
export const syncSeen = pgTable(
  "sync_seen",
  {
    ...tenant(),
    kind: text("kind").notNull(),
    ehrId: text("ehr_id").notNull(),
  },
  (table) => [
    primaryKey({
      name: "sync_seen_pk",
      columns: [table.organizationId, table.linkedAccountId, table.kind, table.ehrId],
    }),
  ],
);

/** A record that the EMR returned and that cannot be stored; readers keep seeing its earlier version, if any. */
export const syncSetAside = pgTable(
  "sync_set_aside",
  {
    ...tenant(),
    kind: text("kind").notNull(),
    ehrId: text("ehr_id").notNull(),
    /** One sentence without patient data. */
    reason: text("reason").notNull(),
    at: moment("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({
      name: "sync_set_aside_pk",
      columns: [table.organizationId, table.linkedAccountId, table.kind, table.ehrId],
    }),
  ],
);
