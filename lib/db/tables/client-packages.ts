import { pgTable, text } from "drizzle-orm/pg-core";
import { bytea, moment } from "./columns.ts";

/**
 * The packages of the typed client that this deployment has named to someone, of this version and earlier ones: an
 * address keeps its bytes after an upgrade. Belongs to no tenant.
 * @public written and read by the statements of lib/client/stored-package.ts
 */
export const clientPackage = pgTable("client_package", {
  /** Last part of its address: `<version>-<digest>.tgz`. */
  file: text("file").primaryKey(),
  content: bytea("content").notNull(),
  createdAt: moment("created_at").notNull().defaultNow(),
});
