import { and, eq } from "drizzle-orm";
import { changeRecords } from "#lib/db/record-versions";
import type { Transaction } from "#lib/db/tenant";
import type { Accept } from "#lib/definitions/acceptance";
import { allInOrder } from "#lib/kernel/all-in-order";
import { conflicting, invalid, notFoundBy } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { fittingName } from "#lib/kernel/file-names";
import { parseId } from "#lib/kernel/id";
import { keepReceived } from "#lib/resources/documents/received";
import { document } from "#lib/resources/documents/table";
import { patientEhrId, requirePatient } from "#lib/resources/patients/known-patient";
import { referral } from "#lib/resources/referrals/table";
import type { createDocument } from "./definition.ts";

interface Wanted {
  referralId: string;
  patientMrn: string;
}

/** Returns the EMR's id of a referral. Throws `not_found` for an unknown one, `invalid` for another patient's, `conflict` for one that is not in the EMR yet. */
async function referralEhrId(tx: Transaction, linkedAccountId: string, { referralId, patientMrn }: Wanted) {
  const [found] = await tx
    .select({ ehrId: referral.ehrId, patientMrn: referral.patientMrn })
    .from(referral)
    .where(and(eq(referral.linkedAccountId, linkedAccountId), eq(referral.id, referralId)));
  if (!found) throw notFoundBy("referral_id", "Referral with this referral_id");
  if (found.patientMrn !== patientMrn) throw invalid(problem("referral_id", "is a referral of another patient"));
  if (found.ehrId === null) {
    const message = "is a referral that the EMR has not created";
    throw conflicting(problem("referral_id", message, `referral_id ${message}; nothing was saved`));
  }
  return found.ehrId;
}

/**
 * Throws `not_found` for an unknown patient or referral, and `invalid` for a file of another type than the request says (additions §3).
 * The document is readable from then on.
 */
export const acceptDocument: Accept<typeof createDocument> = async ({ tx, tenant, input, file, account }) => {
  if (!file) throw new Error("A document has a file");
  const { linkedAccountId } = tenant;
  const { patient_mrn: patientMrn, mime_type: said, category = null, description = null } = input;
  if (said !== undefined && said !== file.type)
    throw invalid(problem("mime_type", `is not the type of the file, whose bytes are ${file.type}`));
  const [{ jobId }] = await allInOrder([account, requirePatient(tx, linkedAccountId, patientMrn)]);
  const referralId = input.referral_id === undefined ? null : parseId(input.referral_id);
  if (input.referral_id !== undefined && referralId === null)
    throw notFoundBy("referral_id", "Referral with this referral_id");
  const referralOfEmr = referralId && (await referralEhrId(tx, linkedAccountId, { referralId, patientMrn }));
  const row = {
    id: file.id,
    ...tenant,
    jobId,
    fileName: fittingName(input.file_name ?? "document", file.type),
    mimeType: file.type,
    size: file.size,
    sha256: file.sha256,
    patientMrn,
    patientEhrId: await patientEhrId(tx, linkedAccountId, patientMrn),
    referralId,
    referralEhrId: referralOfEmr,
    category,
    description,
  };
  await changeRecords(tx, tenant, document, tx.insert(document).values(row).returning({ id: document.id }));
  await keepReceived(tx, tenant, file.id);
  return { identifiers: { document_id: file.id }, patientMrn };
};
