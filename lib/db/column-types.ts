import { customType } from "drizzle-orm/pg-core";

/** A `uuid` column; in code it is 32 hex digits without dashes (decisions §3). */
export const uuid = customType<{ data: string; driverData: string }>({
  dataType: () => "uuid",
  fromDriver: (value) => value.replaceAll("-", ""),
});
