"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "#components/ui/button";
import { JobStatus } from "#components/ui/job-status";
import { patientInsurances } from "#lib/browser/api/patient-insurances";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt } from "#lib/browser/session/account";
import type { InsuranceModel } from "#lib/resources/patient-insurances/model";
import { words } from "./insurances-words.ts";

/** Returns what tells an insurance from the patient's others. */
const about = ({ priority, member_id, group_number, relationship, subscriber }: InsuranceModel): string =>
  [
    words.priority(priority),
    words.number(member_id),
    group_number && words.group(group_number),
    relationship !== "self" && subscriber && words.subscriber(subscriber),
  ]
    .filter(Boolean)
    .join(" · ");

function Insurance({ insurance, onChange }: { insurance: InsuranceModel; onChange: (() => void) | null }) {
  return (
    <li className="py-1">
      <span dir="auto">{insurance.payer_name}</span>
      <span className="block text-xs text-faint">{about(insurance)}</span>
      {insurance.status === "completed" ? null : <JobStatus status={insurance.status} />}
      {insurance.emr_insurance_id !== null && onChange ? (
        <Button variant="link" aria-label={words.changeOf(insurance.payer_name)} onPress={onChange}>
          {words.change}
        </Button>
      ) : null}
    </li>
  );
}

/** Lists the insurances of a patient that were added here, with the forms that add one and change one. */
export function Insurances({ mrn }: { mrn: string }) {
  const account = useAccount();
  const adding = useOperationAt("patient-insurances");
  const changing = useOperationAt("patient-insurance");
  const { openForm } = useAside();
  const { data: insurances = [] } = useQuery(patientInsurances(account.id, mrn));
  const mayAdd = adding && canStart(account, adding) ? adding : null;
  const mayChange = changing && canStart(account, changing) ? changing : null;
  if (insurances.length === 0 && !mayAdd) return null;
  return (
    <section aria-label={words.insurances} className="border-line border-t py-2">
      <h3 className="text-sm text-muted">{words.insurances}</h3>
      <ul>
        {insurances.map((insurance) => (
          <Insurance
            key={insurance.id}
            insurance={insurance}
            onChange={mayChange && (() => openForm(mayChange.id, { mrn, id: insurance.id }, { ...insurance }))}
          />
        ))}
      </ul>
      {mayAdd ? (
        <Button variant="link" onPress={() => openForm(mayAdd.id, { mrn })}>
          {mayAdd.title}
        </Button>
      ) : null}
    </section>
  );
}
