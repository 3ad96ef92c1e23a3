import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { contains, text } from "#lib/definitions/filters";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { referringProviderModel } from "#lib/resources/settings/practice-lists";
import { referringProvider } from "./table.ts";

/** A phone number in any format, reduced to its digits without the country code 1. */
const phone = z
  .string()
  .transform((value) => value.replaceAll(/\D/g, "").replace(/^1(?=\d{10}$)/, ""))
  .pipe(z.string().refine((digits) => digits.length > 0, "must be a telephone number"))
  .optional()
  .describe("In any format");

const sameDigits = (column: PgColumn, digits: string): SQL =>
  sql`regexp_replace(${column}, '[^0-9]', '', 'g') = ${digits}`;

/** GET /referring-providers: active referring providers, by last name and first name (interface 4.15). */
export const listReferringProviders = defineList({
  path: "/referring-providers",
  embed: "open",
  summary: "List active referring providers",
  permission: "referring-providers:read",
  patientData: false,
  key: "referring_providers",
  model: referringProviderModel,
  table: referringProvider,
  synced: true,
  order: keyset("asc", referringProvider.lastName, referringProvider.firstName, referringProvider.id),
  filters: {
    first_name: text.describe("Part of the name, case-insensitive"),
    last_name: text.describe("Part of the name, case-insensitive"),
    phone,
    fax: phone,
    npi: text.describe("Exact"),
    emr_referring_provider_id: text.describe("Exact; finds a referring provider's service id by EMR id"),
  },
  where: ({ query }) =>
    and(
      eq(referringProvider.active, true),
      query.first_name ? contains(referringProvider.firstName, query.first_name) : undefined,
      query.last_name ? contains(referringProvider.lastName, query.last_name) : undefined,
      query.phone ? sameDigits(referringProvider.phone, query.phone) : undefined,
      query.fax ? sameDigits(referringProvider.fax, query.fax) : undefined,
      query.npi ? eq(referringProvider.npi, query.npi) : undefined,
      query.emr_referring_provider_id ? eq(referringProvider.ehrId, query.emr_referring_provider_id) : undefined,
    ),
  toModel: (row) => ({
    id: row.id,
    ehr_id: row.ehrId,
    name: `${row.lastName},${row.firstName}`.toUpperCase(),
    first_name: row.firstName,
    last_name: row.lastName,
    middle_initial: row.middleInitial,
    speciality: row.speciality,
    phone: row.phone,
    fax: row.fax,
    email: row.email,
    npi: row.npi,
    address_street: row.addressStreet,
    address_city: row.addressCity,
    address_state: row.addressState,
    address_zip: row.addressZip,
    set_aside: row.setAside,
  }),
});
