"use client";

import type { ReactNode } from "react";
import { KeyValueList } from "#components/ui/key-value-list";
import { Skeleton } from "#components/ui/skeleton";
import { formatDate, formatExact } from "#components/ui/time-words";
import { useAccount } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { formatMoney } from "#lib/kernel/money";
import type { PatientModel } from "#lib/resources/patients/model";
import { coverageOf } from "./at-present.ts";
import type { PatientRecords } from "./use-patient-records.ts";

/** A value, or that it is missing: a blank would leave open whether it was looked for. */
const known = (value: ReactNode, missing = "Not given"): ReactNode =>
  value === "" || value === null ? <span className="text-faint">{missing}</span> : value;

const contact = (href: string, words: string) =>
  words === "" ? (
    ""
  ) : (
    <a href={href} className="rounded-sm text-accent-text underline-offset-4 hover:underline">
      {words}
    </a>
  );

function Coverage({ visits }: Pick<PatientRecords, "visits">) {
  if (visits.query.isPending) return <Skeleton className="h-5 w-32" />;
  const coverage = coverageOf(visits.rows);
  if (!coverage) return known(null, "No visit names an insurance");
  const { company, number, group, subscriber, others, asOf } = coverage;
  const about = [
    number && `number ${number}`,
    group && `group ${group}`,
    subscriber && `subscriber ${subscriber}`,
    others.length > 0 && `also ${others.join(", ")}`,
  ];
  return (
    <>
      {company}
      <span className="block text-xs text-faint">{about.filter(Boolean).join(" · ")}</span>
      <span className="block text-xs text-faint">As the visit of {formatDate(asOf.slice(0, 10))} names it</span>
    </>
  );
}

function Balance({ claims }: Pick<PatientRecords, "claims">) {
  const { synced_at: syncedAt, timezone } = useAccount();
  const notShown = useNotShown("claims");
  const { query, counted, totals } = claims;
  if (notShown) return known(null, notShown.title);
  if (query.isPending) return <Skeleton className="h-5 w-32" />;
  if (totals.balance === undefined) return known(null, "Could not be read");
  const claimsWords = counted.total === 1 ? "1 synchronized claim" : `${counted.total ?? 0} synchronized claims`;
  return (
    <>
      <span className="font-medium">{formatMoney(totals.balance)}</span> open
      <span className="block text-xs text-faint">
        {`On ${claimsWords}`}
        {syncedAt ? `, last sync ${formatExact(syncedAt, timezone)}` : ", not synced yet"}
      </span>
    </>
  );
}

/** Shows who a patient is, how to reach them, their coverage and what is open on their claims. */
export function PatientFacts({ patient, records }: { patient: PatientModel; records: PatientRecords }) {
  const { street, city, state, zip } = patient.address;
  const address = [street, city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return (
    <KeyValueList
      items={[
        {
          name: "phone",
          label: "Phone",
          value: known(contact(`tel:${patient.phone.replaceAll(/[^+\d]/g, "")}`, patient.phone)),
        },
        { name: "email", label: "Email", value: known(contact(`mailto:${patient.email}`, patient.email)) },
        { name: "address", label: "Address", value: known(address) },
        { name: "coverage", label: "Coverage", value: <Coverage visits={records.visits} /> },
        { name: "balance", label: "Balance", value: <Balance claims={records.claims} /> },
        { name: "ehr_id", label: "EMR id", value: patient.ehr_id },
        {
          name: "not-held",
          label: "Not held here",
          value: (
            <span className="text-muted">
              Allergies, problems, immunizations and results: look in the EMR. Diagnoses and medications stand with each
              visit. Messages name no patient: they are in Activity.
            </span>
          ),
        },
      ]}
    />
  );
}
