import { PATCH } from "#app/v1/patients/[mrn]/insurances/[id]/route.ts";
import { GET, POST } from "#app/v1/patients/[mrn]/insurances/route.ts";
import { call } from "./call.ts";
import { jobsOf } from "./jobs.ts";
import type { TestAccount } from "./linked-account.ts";
import type { TestDatabase } from "./test-database.ts";

/** A valid insurance. */
export const aPolicy = { payer_name: "Blue Shield", member_id: "BSX 1", priority: 1 };

/** Returns functions that add, change and read the insurances of the patients of a clinic. */
export function insurancesAt(database: TestDatabase, clinic: () => TestAccount) {
  const jobs = jobsOf(database, clinic);

  const post = (change: Record<string, unknown> = {}, { mrn = "MRN-1", at = clinic() } = {}) =>
    call(POST, "POST", `/patients/${mrn}/insurances`, {
      body: { ...aPolicy, ...change },
      headers: at.headers,
      params: { mrn },
    });

  return {
    jobs,
    post,

    patch: (id: string, body: Record<string, unknown>, { mrn = "MRN-1", at = clinic() } = {}) =>
      call(PATCH, "PATCH", `/patients/${mrn}/insurances/${id}`, { body, headers: at.headers, params: { mrn, id } }),

    list: async (mrn = "MRN-1", at = clinic()) =>
      (await call(GET, "GET", `/patients/${mrn}/insurances`, { headers: at.headers, params: { mrn } })).body,

    /** Adds an insurance to the EMR. Returns its id here. */
    async added(change: Record<string, unknown> = {}): Promise<string> {
      const { body } = await post(change);
      await jobs.run(body.job_id);
      const { status } = await jobs.read(body.job_id);
      if (status !== "completed") throw new Error(`The insurance is ${status}`);
      return body.insurance_id;
    },

    /** Returns the insurances that the EMR holds. */
    inEmr: () =>
      database.asOwner<{ id: string; patient_id: string }>(
        `SELECT id, patient_id, payer_id, payer_name, member_id, group_number, priority, relationship, subscriber
         FROM sandbox.patient_insurance WHERE practice_id = $1 ORDER BY id`,
        [clinic().tenant.linkedAccountId],
      ),

    /** Returns the events of a job with their data. */
    published: async (jobId: number) => (await jobs.eventsOf(jobId)).map(({ type, data }) => [type, data]),

    /** Returns a row for each accepted job. */
    accepted: () => database.asOwner("SELECT FROM job WHERE linked_account_id = $1", [clinic().tenant.linkedAccountId]),
  };
}
