import type { MomentRange } from "#lib/browser/page/day-range";
import { pagesOf } from "./pages.ts";
import { readAll } from "./read-all.ts";

/** The filters of GET /audit-log; empty ones are left out. */
export type AuditQuery = Record<"actor" | "action" | "kind" | "resource" | "patient_mrn", string> & MomentRange;

const PAGE = 200;

/** GET /audit-log: every access and change with its author, newest first, page by page. */
export const auditLog = (accountId: string, query: AuditQuery) =>
  pagesOf({ accountId, route: "GET /audit-log", list: "audit_log", query, limit: PAGE });

/** Every matching entry, for an export. */
export const wholeAuditLog = (accountId: string, query: AuditQuery, onProgress: (rows: number) => void) =>
  readAll(accountId, "GET /audit-log", "audit_log", { query, onProgress });
