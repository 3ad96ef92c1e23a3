import { noteAudit } from "#lib/security/audit/audit-log";
import type { Person } from "./find-person.ts";

/** Notes that a person has signed in: by which route (method and template), and from which address. */
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
