import {
  EmrError,
  type EmrForm,
  type EmrLocation,
  type EmrNamed,
  type EmrPatient,
  type EmrProvider,
  type EmrReferringProvider,
  type EmrSettings,
  type EmrStaff,
  type EmrVisitType,
} from "#lib/emr/port/port";
import { rowsOf } from "./query.ts";
import type { PracticeLists } from "./records.ts";

/** Returns the practice's locations, by id. */
export const readLocations = (practiceId: string): Promise<EmrLocation[]> =>
  rowsOf(
    `SELECT id AS "emrId", name, address_street AS "addressStreet", address_city AS "addressCity",
            address_state AS "addressState", address_zip AS "addressZip", phone
     FROM sandbox.location WHERE practice_id = $1 ORDER BY id`,
    practiceId,
  );

/** Returns the practice's providers, by id. */
export const readProviders = (practiceId: string): Promise<EmrProvider[]> =>
  rowsOf(
    `SELECT id AS "ehrId", first_name AS "firstName", last_name AS "lastName", npi, specialty, status
     FROM sandbox.provider WHERE practice_id = $1 ORDER BY id`,
    practiceId,
  );

/** Returns the practice's patients, by id. */
export const readPatients = (practiceId: string): Promise<EmrPatient[]> =>
  rowsOf(
    `SELECT id AS "ehrId", mrn, first_name AS "firstName", last_name AS "lastName", dob::text, gender, phone, email,
            address
     FROM sandbox.patient WHERE practice_id = $1 ORDER BY id`,
    practiceId,
  );

/** Returns the practice's visit types, by id. */
export const readVisitTypes = (practiceId: string): Promise<EmrVisitType[]> =>
  rowsOf(
    "SELECT id, name, duration_minutes AS duration FROM sandbox.visit_type WHERE practice_id = $1 ORDER BY id",
    practiceId,
  );

/** Returns the practice's staff, by id. */
export const readStaff = (practiceId: string): Promise<EmrStaff[]> =>
  rowsOf(
    `SELECT id AS "ehrId", first_name AS "firstName", last_name AS "lastName", role, email
     FROM sandbox.staff WHERE practice_id = $1 ORDER BY id`,
    practiceId,
  );

/** Returns the practice's referring providers, by id, including inactive ones. */
export const readReferringProviders = (practiceId: string): Promise<EmrReferringProvider[]> =>
  rowsOf(
    `SELECT id AS "ehrId", first_name AS "firstName", last_name AS "lastName", middle_initial AS "middleInitial",
            speciality, phone, fax, email, npi, address_street AS "addressStreet", address_city AS "addressCity",
            address_state AS "addressState", address_zip AS "addressZip", active
     FROM sandbox.referring_provider WHERE practice_id = $1 ORDER BY id`,
    practiceId,
  );

/** Returns the practice's forms with their questions, by id. */
export const readForms = (practiceId: string): Promise<EmrForm[]> =>
  rowsOf(
    `SELECT id AS "emrFormId", name, scored, questions FROM sandbox.form WHERE practice_id = $1 ORDER BY id`,
    practiceId,
  );

/** Returns the configured payment methods, in the practice's order. */
export const readPaymentMethods = (practiceId: string): Promise<EmrNamed[]> =>
  rowsOf("SELECT id, name FROM sandbox.payment_method WHERE practice_id = $1 ORDER BY position", practiceId);

/** Returns the practice's note categories, in its order. */
export const readNoteCategories = (practiceId: string): Promise<EmrNamed[]> =>
  rowsOf("SELECT id, name FROM sandbox.note_category WHERE practice_id = $1 ORDER BY position", practiceId);

const readVisitStatuses = (practiceId: string): Promise<EmrSettings["visitStatuses"]> =>
  rowsOf("SELECT code, description FROM sandbox.visit_status WHERE practice_id = $1 ORDER BY position", practiceId);

/** Returns the practice's settings. */
export async function readSettings(practiceId: string): Promise<EmrSettings> {
  const [[practice], visitStatuses, paymentMethods, noteCategories] = await Promise.all([
    rowsOf<{ timezone: string; userActive: boolean; lists: PracticeLists }>(
      `SELECT p.timezone, b.user_active AS "userActive", p.settings AS lists
       FROM sandbox.practice p JOIN sandbox.behavior b ON b.practice_id = p.id WHERE p.id = $1`,
      practiceId,
    ),
    readVisitStatuses(practiceId),
    readPaymentMethods(practiceId),
    readNoteCategories(practiceId),
  ]);
  if (!practice) throw new EmrError("validation", "The sandbox EMR has no practice for this account");
  const { timezone, userActive, lists } = practice;
  return { ...lists, timezone, userActive, visitStatuses, paymentMethods, noteCategories };
}

/** Returns the labels of referral statuses, in the practice's order. */
export const readReferralStatuses = async (practiceId: string): Promise<EmrNamed[]> =>
  (await readSettings(practiceId)).referralStatuses;

/** Returns the specialties of referrals, in the practice's order. */
export const readSpecialties = async (practiceId: string): Promise<EmrNamed[]> =>
  (await readSettings(practiceId)).specialties;
