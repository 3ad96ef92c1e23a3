import { customType } from "drizzle-orm/pg-core";

/** A `uuid` column. The code represents a UUID as 32 hex digits without dashes (decisions §3). */
export const uuid = customType<{ data: string; driverData: string }>({
  dataType: () => "uuid",
  fromDriver: (value) => value.replaceAll("-", ""),
});
