import { noteAudit } from "#lib/security/audit/audit-log";
import type { Person } from "./find-person.ts";

/** Records in the audit log that a person has signed in, with the route (method and template) and the address. */
export function noteSignIn({ userId, organizationId, name }: Person, route: string, address: string | null): void {
  noteAudit({
    organizationId,
    linkedAccountId: null,
    actor: { kind: "user", id: userId, name },
    action: "session:start",
    route,
    status: 200,
    jobId: null,
    resource: null,
    patientMrn: null,
    address,
    at: new Date(),
  });
}
