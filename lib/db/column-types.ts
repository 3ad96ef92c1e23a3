import { customType } from "drizzle-orm/pg-core";

/** A `uuid` column; in code it is 32 hex digits without dashes (decisions §3). */
export const uuid = customType<{ data: string; driverData: string }>({
  dataType: () => "uuid",
  fromDriver: (value) => value.replaceAll("-", ""),
});

/** PostgreSQL's 64-bit transaction id, as decimal text. */
export const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => "xid8" });
