import { eq } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import type { InputOf } from "#lib/definitions/operation";
import type { OperationRunner } from "#lib/definitions/runner";
import { EmrError, type EmrInsuranceChanges, type EmrPatientInsurance } from "#lib/emr/port/port";
import { isAsWanted, storing } from "#lib/resources/patient-insurances/changes";
import { payerOf } from "#lib/resources/patient-insurances/payer";
import { patientInsurance } from "#lib/resources/patient-insurances/table";
import { updateInsurance } from "./definition.ts";

type Asked = InputOf<typeof updateInsurance>;

interface Prepared {
  emrInsuranceId: string;
  changes: EmrInsuranceChanges;
}

/** Returns what the EMR is to change. Throws an EmrError for a payer that it lists no longer. */
async function changesOf(tx: Transaction, linkedAccountId: string, asked: Asked): Promise<EmrInsuranceChanges> {
  const { payer_id, payer_name, member_id, group_number, priority, relationship, subscriber } = asked;
  const isPayerNamed = payer_id !== undefined || payer_name !== undefined;
  const payer = isPayerNamed ? await payerOf(tx, linkedAccountId, asked) : {};
  if ("problem" in payer)
    throw new EmrError("validation", "The EMR lists the payer no longer", { code: "value_not_found" });
  return {
    ...payer,
    ...(member_id !== undefined && { memberId: member_id }),
    ...(group_number !== undefined && { groupNumber: group_number }),
    ...(priority !== undefined && { priority }),
    ...(relationship !== undefined && { relationship }),
    ...(subscriber !== undefined && { subscriber }),
  };
}

/** Returns the names of the fields that a request sets, in the order of the definition. */
const updatedFields = (input: Asked): string[] =>
  Object.keys(updateInsurance.input.shape).filter((field) => input[field as keyof Asked] !== undefined);

/** Changes the insurance in the EMR, then the stored one to what the EMR has. */
export const runInsuranceUpdate: OperationRunner<typeof updateInsurance, Prepared, EmrPatientInsurance> = {
  async prepare({ tx, tenant, input, identifiers: { insurance_id } }) {
    const { emrInsuranceId } = patientInsurance;
    const [found] = await tx
      .select({ emrInsuranceId })
      .from(patientInsurance)
      .where(eq(patientInsurance.id, insurance_id));
    if (!found?.emrInsuranceId) throw new Error("An insurance whose change was accepted is gone");
    return { emrInsuranceId: found.emrInsuranceId, changes: await changesOf(tx, tenant.linkedAccountId, input) };
  },

  run: ({ emrInsuranceId, changes }, { emr, idempotencyKey, signal }) =>
    emr.updateInsurance(emrInsuranceId, changes, { idempotencyKey, signal }),

  async complete({ input, identifiers: { insurance_id, patient_mrn }, result }) {
    const data = { insurance_id, patient_mrn, updated_fields: updatedFields(input) };
    return { data, writes: [storing(insurance_id, result)] };
  },

  held: {
    read: (emrId, { emr, signal }) => emr.readInsurance(emrId, signal),
    async asWanted({ emrInsuranceId, changes }, { emr, signal }) {
      const kept = await emr.readInsurance(emrInsuranceId, signal);
      return kept && isAsWanted(kept, changes) ? { emrId: emrInsuranceId, result: kept } : null;
    },
  },
};
