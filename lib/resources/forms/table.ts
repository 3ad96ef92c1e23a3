import { boolean, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { setAside, tenant } from "#lib/db/tables/columns";
import type { EmrFormQuestion } from "#lib/emr/port/port";

export const form = pgTable(
  "form",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    setAside: setAside(),
    emrFormId: text("emr_form_id").notNull(),
    name: text("name").notNull(),
    scored: boolean("scored").notNull(),
    stem: text("stem"),
    questions: jsonb("questions").$type<EmrFormQuestion[]>().notNull(),
  },
  (table) => [
    primaryKey({ name: "form_pk", columns: [table.organizationId, table.id] }),
    unique("form_emr_form_id_key").on(table.organizationId, table.linkedAccountId, table.emrFormId),
  ],
);
