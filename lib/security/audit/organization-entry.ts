import { present } from "#lib/kernel/clock";
import type { AuditEntry } from "./audit-log.ts";

type Stated = "organizationId" | "actor" | "action" | "route" | "address";

/** Returns an entry that concerns no linked account, job or patient, such as that of a sign-in. */
export const organizationEntry = (
  entry: Pick<AuditEntry, Stated> & Partial<Pick<AuditEntry, "status" | "resource" | "detail" | "at">>,
): AuditEntry => ({
  linkedAccountId: null,
  status: 200,
  jobId: null,
  resource: null,
  patientMrn: null,
  at: present(),
  ...entry,
});
