import { pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { setAside, tenant } from "#lib/db/tables/columns";

export const staff = pgTable(
  "staff",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    setAside: setAside(),
    ehrId: text("ehr_id").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    role: text("role").notNull(),
    email: text("email").notNull(),
  },
  (table) => [
    primaryKey({ name: "staff_pk", columns: [table.organizationId, table.id] }),
    unique("staff_ehr_id_key").on(table.organizationId, table.linkedAccountId, table.ehrId),
  ],
);
