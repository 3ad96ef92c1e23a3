import { EmrError, type EmrNamed, type EmrSettings } from "#lib/emr/port/port";
import { oncePerTurn } from "#lib/kernel/once-per-turn";
import { rowsOf } from "./query.ts";
import type { PracticeLists } from "./records.ts";

/** Returns the configured payment methods, in the practice's order. */
export const readPaymentMethods = oncePerTurn(
  (practiceId): Promise<EmrNamed[]> =>
    rowsOf("SELECT id, name FROM sandbox.payment_method WHERE practice_id = $1 ORDER BY position", practiceId),
);

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
