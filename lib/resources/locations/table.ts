import { pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { setAside, tenant } from "#lib/db/tables/columns";

export const location = pgTable(
  "location",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    setAside: setAside(),
    emrId: text("emr_id").notNull(),
    name: text("name").notNull(),
    addressStreet: text("address_street").notNull(),
    addressCity: text("address_city").notNull(),
    addressState: text("address_state").notNull(),
    addressZip: text("address_zip").notNull(),
    phone: text("phone").notNull(),
  },
  (table) => [
    primaryKey({ name: "location_pk", columns: [table.organizationId, table.id] }),
    unique("location_emr_id_key").on(table.organizationId, table.linkedAccountId, table.emrId),
  ],
);
