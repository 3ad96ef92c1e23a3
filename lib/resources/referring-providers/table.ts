import { boolean, index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { setAside, tenant } from "#lib/db/tables/columns";

export const referringProvider = pgTable(
  "referring_provider",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    setAside: setAside(),
    ehrId: text("ehr_id").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    middleInitial: text("middle_initial"),
    speciality: text("speciality"),
    /** XXX-XXX-XXXX (interface 4.15). */
    phone: text("phone"),
    fax: text("fax"),
    email: text("email"),
    npi: text("npi"),
    addressStreet: text("address_street"),
    addressCity: text("address_city"),
    addressState: text("address_state"),
    addressZip: text("address_zip"),
    active: boolean("active").notNull(),
  },
  (table) => [
    primaryKey({ name: "referring_provider_pk", columns: [table.organizationId, table.id] }),
    unique("referring_provider_ehr_id_key").on(table.organizationId, table.linkedAccountId, table.ehrId),
    index().on(table.linkedAccountId, table.lastName, table.firstName, table.id),
  ],
);
