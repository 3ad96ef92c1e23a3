"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { KeyValueList } from "#components/ui/key-value-list";
import { PhoneLink } from "#components/ui/phone";
import { Skeleton } from "#components/ui/skeleton";
import { formatAsOf, formatDate } from "#components/ui/time-words";
import { useAccount } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { formatMoney } from "#lib/kernel/money";
import type { PatientModel } from "#lib/resources/patients/model";
import { coverageOf } from "./at-present.ts";
import type { PatientRecords } from "./use-patient-records.ts";
import { words } from "./words.ts";

const PostedSince = dynamic(() => import("#components/jobs/posted-since").then((module) => module.PostedSince), {
  ssr: false,
});

/** A value, or that it is missing: a blank would leave open whether it was looked for. */
const known = (value: ReactNode, missing: string = words.notGiven): ReactNode =>
  value === "" || value === null ? <span className="text-faint">{missing}</span> : value;

const telephone = (number: string) => (number === "" ? "" : <PhoneLink number={number} className="text-accent-text" />);

const mailTo = (address: string) =>
  address === "" ? (
    ""
  ) : (
    <a href={`mailto:${address}`} className="rounded-sm text-accent-text underline-offset-4 hover:underline">
      {address}
    </a>
  );

function Coverage({ visits }: Pick<PatientRecords, "visits">) {
  if (visits.query.isPending) return <Skeleton className="h-5 w-32" />;
  const coverage = coverageOf(visits.rows);
  if (!coverage) return known(null, words.noInsurance);
  const { company, number, group, subscriber, others, asOf } = coverage;
  const about = [
    number && words.number(number),
    group && words.group(group),
    subscriber && words.subscriber(subscriber),
    others.length > 0 && words.also(others.join(", ")),
  ];
  return (
    <>
      {company}
      <span className="block text-xs text-faint">{about.filter(Boolean).join(" · ")}</span>
      <span className="block text-xs text-faint">{words.givenForVisit(formatDate(asOf.slice(0, 10)))}</span>
    </>
  );
}

function Balance({ claims, mrn }: Pick<PatientRecords, "claims"> & { mrn: string }) {
  const { synced_at: syncedAt, timezone } = useAccount();
  const notShown = useNotShown("claims");
  const { query, counted, totals } = claims;
  if (notShown) return known(null, notShown.title);
  if (query.isPending) return <Skeleton className="h-5 w-32" />;
  if (totals.balance === undefined) return known(null, words.notLoaded);
  return (
    <>
      <span className="font-medium">{formatMoney(totals.balance)}</span> {words.open}
      <span className="block text-xs text-faint">
        {words.onClaims(counted.total ?? 0, syncedAt ? formatAsOf(syncedAt, timezone) : null)}
      </span>
      {syncedAt ? <PostedSince mrn={mrn} since={syncedAt} /> : null}
    </>
  );
}

function EmergencyContact({ contact }: { contact: NonNullable<PatientModel["emergency_contact"]> }) {
  const { name, relationship, phone } = contact;
  return (
    <>
      {[name, relationship && `(${relationship})`].filter(Boolean).join(" ")}
      {phone ? <span className="block">{telephone(phone)}</span> : null}
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
          label: words.phone,
          value: known(telephone(patient.phone)),
        },
        { name: "mobile", label: words.mobilePhone, value: known(telephone(patient.mobile_phone ?? "")) },
        { name: "email", label: words.email, value: known(mailTo(patient.email)) },
        ...(patient.emergency_contact
          ? [
              {
                name: "emergency_contact",
                label: words.emergencyContact,
                value: <EmergencyContact contact={patient.emergency_contact} />,
              },
            ]
          : []),
        { name: "address", label: words.address, value: known(address) },
        { name: "coverage", label: words.coverage, value: <Coverage visits={records.visits} /> },
        { name: "balance", label: words.balance, value: <Balance claims={records.claims} mrn={patient.mrn} /> },
        { name: "ehr_id", label: words.emrId, value: patient.ehr_id },
        {
          name: "not-held",
          label: words.notHeldHere,
          value: <span className="text-muted">{words.notHeldHint}</span>,
        },
      ]}
    />
  );
}
