"use client";

import dynamic from "next/dynamic";
import { Link } from "#components/ui/link";
import { PhoneLink } from "#components/ui/phone";
import { formatAsOf, formatDate } from "#components/ui/time-words";
import { claimList } from "#lib/browser/api/claims";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount, useUserId } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { ageWords } from "#lib/kernel/age";
import { todayIn } from "#lib/kernel/dates";
import { formatMoney } from "#lib/kernel/money";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { words } from "./words.ts";

const PostedSince = dynamic(() => import("#components/jobs/posted-since").then((module) => module.PostedSince), {
  ssr: false,
});

/** What is open on the patient's claims, as of the last sync; nothing where no claims are held. */
function Balance({ mrn }: { mrn: string }) {
  const { id: accountId, synced_at: syncedAt, timezone } = useAccount();
  const { totals } = useRows(claimList(accountId, { patient_mrn: mrn }));
  if (totals.balance === undefined) return null;
  return (
    <span>
      <span className="text-fg tabular-nums">{formatMoney(totals.balance)}</span>{" "}
      {words.openOnClaims(syncedAt ? formatAsOf(syncedAt, timezone) : null)}{" "}
      {syncedAt ? <PostedSince mrn={mrn} since={syncedAt} /> : null}
    </span>
  );
}

/** Says whose visit it is: name, MRN, age, telephone, coverage, and to a person what is open on the patient's claims. */
export function VisitPatient({ visit }: { visit: AppointmentModel }) {
  const { id: accountId, timezone } = useAccount();
  const isPerson = useUserId() !== undefined;
  const hasClaims = !useNotShown("claims");
  const { patient_mrn: mrn, patient_dob: born, patient_phone: phone, insurance } = visit;
  const age = ageWords(born, todayIn(timezone));
  const facts = [mrn, age, visit.patient_gender, born && words.bornOn(formatDate(born))];
  return (
    <div>
      <p className="text-base font-medium">
        <Link href={`/a/${accountId}/patients/${encodeURIComponent(mrn)}`}>{visit.patient_name || mrn}</Link>
      </p>
      <p className="text-sm text-muted">{facts.filter(Boolean).join(" · ")}</p>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        {phone ? <PhoneLink number={phone} className="text-accent-text" /> : null}
        <span>{insurance || words.noInsurance}</span>
        {isPerson && hasClaims ? <Balance mrn={mrn} /> : null}
      </p>
    </div>
  );
}
