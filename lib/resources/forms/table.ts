import { boolean, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { tenant } from "#lib/db/tables/columns";
import type { FormQuestion } from "./model.ts";

export const form = pgTable(
  "form",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    emrFormId: text("emr_form_id").notNull(),
    name: text("name").notNull(),
    scored: boolean("scored").notNull(),
    questions: jsonb("questions").$type<FormQuestion[]>().notNull(),
  },
  (table) => [
    primaryKey({ name: "form_pk", columns: [table.organizationId, table.id] }),
    unique("form_emr_form_id_key").on(table.organizationId, table.linkedAccountId, table.emrFormId),
  ],
);
