import { and, eq, inArray, sql } from "drizzle-orm";
import { job, patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { ofPresentOrigin } from "#lib/definitions/present-origin";
import { fullName } from "#lib/kernel/full-name";
import type { PatientCandidate } from "#lib/resources/patients/candidate";
import { mayBeSame, type Person } from "#lib/resources/patients/near-person";
import { readPatients } from "#lib/resources/patients/read-patients";
import { dialled } from "#lib/resources/patients/search-words";
import { createPatient } from "./definition.ts";
import { type Asked, personOf } from "./person-of.ts";

/** Patients of one birth date that are compared: where it is not known, some EMRs enter the same day for many. */
const MOST_COMPARED = 5_000;
const MOST_CANDIDATES = 20;
const LAST_DIGITS = 4;

function lastDigits({ phone, mobilePhone }: Person): string | null {
  const digits = [phone, mobilePhone].map((each) => dialled(each ?? "")).find((each) => each.length > LAST_DIGITS);
  return digits?.slice(-LAST_DIGITS) ?? null;
}

const nameOf = ({ firstName, lastName }: Person): string => fullName({ first_name: firstName, last_name: lastName });

/** Reads the creations that are accepted and not ended, oldest first. */
const pendingOf = (tx: Transaction, linkedAccountId: string, dob: string) =>
  tx
    .select({ id: job.id, request: job.request, identifiers: job.identifiers })
    .from(job)
    .where(
      and(
        eq(job.linkedAccountId, linkedAccountId),
        eq(job.type, createPatient.id),
        inArray(job.status, ["queued", "running"]),
        ofPresentOrigin(job),
        sql`${job.request} ->> 'dob' = ${dob}`,
      ),
    )
    .orderBy(job.id);

/**
 * Returns the patients who may be the one that is to be created, those of unfinished creations among them. The caller holds
 * the lock of the birth date, so that none is added meanwhile.
 */
export async function candidatesFor(
  tx: Transaction,
  linkedAccountId: string,
  asked: Person & { dob: string },
): Promise<PatientCandidate[]> {
  const { dob } = asked;
  const known = await readPatients(tx, linkedAccountId, eq(patient.dob, dob), MOST_COMPARED);
  const pending = await pendingOf(tx, linkedAccountId, dob);
  const candidates = [
    ...known.map((row) => ({ person: row, mrn: row.mrn, patient_id: row.id, job_id: null })),
    ...pending.map(({ id, request, identifiers }) => ({
      person: personOf(request as Asked),
      mrn: null,
      patient_id: identifiers.patient_id ?? null,
      job_id: id,
    })),
  ];
  return candidates
    .filter(({ person }) => mayBeSame(asked, person))
    .slice(0, MOST_CANDIDATES)
    .map(({ person, ...ids }) => ({ ...ids, name: nameOf(person), dob, phone_last_four: lastDigits(person) }));
}
