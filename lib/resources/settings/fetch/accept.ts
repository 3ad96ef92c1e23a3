import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { job } from "#lib/db/schema";
import type { Accept } from "#lib/definitions/acceptance";
import { ApiError } from "#lib/kernel/api-error";
import { fetchOrgSettings } from "./definition.ts";

/** Interface 3.3: 409 with the job in flight where the account has one. Requests at the same time wait for each other. */
export const acceptOrgSettingsFetch: Accept<typeof fetchOrgSettings> = async ({ tx, tenant }) => {
  const { linkedAccountId } = tenant;
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${fetchOrgSettings.id}/${linkedAccountId}`}, 0))`,
  );
  const [running] = await tx
    .select({ id: job.id })
    .from(job)
    .where(
      and(
        eq(job.linkedAccountId, linkedAccountId),
        eq(job.type, fetchOrgSettings.id),
        inArray(job.status, ["queued", "running"]),
        isNull(job.toReconcile),
      ),
    );
  if (running) {
    throw new ApiError(409, "An organization settings sync is already running for this account", {
      extra: { status: "running", job_execution_id: String(running.id) },
    });
  }
  return { identifiers: {}, patientMrn: null };
};
