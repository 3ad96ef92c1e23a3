"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { type ReactNode, useEffect } from "react";
import { ErrorState } from "#components/ui/error-state";
import { Link } from "#components/ui/link";
import { SetAsideBanner } from "#components/ui/set-aside-banner";
import { Skeleton } from "#components/ui/skeleton";
import { Tabs } from "#components/ui/tabs";
import { formatDate } from "#components/ui/time-words";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { patientDetail } from "#lib/browser/api/patients";
import { useAccount, useAccountId, useMay } from "#lib/browser/session/account";
import { ageWords } from "#lib/kernel/age";
import { todayIn } from "#lib/kernel/dates";
import { fullName } from "#lib/kernel/full-name";
import type { PatientModel } from "#lib/resources/patients/model";
import { mrnWords } from "#lib/resources/patients/mrn";
import { words } from "./page-words.ts";

interface PatientPageProps {
  mrn: string;
  /** Buttons that start an operation for this patient. */
  actions: ReactNode;
  /** The patient's records, the first of which is open initially. */
  sections: readonly [PatientSection, ...PatientSection[]];
}

export interface PatientSection {
  /** The tab's value in the URL. */
  id: string;
  name: string;
  /** Number of records; null while it is unknown. */
  count?: string | null;
  /** Values in the URL of parts that the tab contains. */
  also?: readonly string[];
  content: ReactNode;
}

/** Shows one section at a time; the open tab is kept in the URL as `tab`. */
function Sections({ sections }: Pick<PatientPageProps, "sections">) {
  const [first] = sections;
  const [asked, setTab] = useQueryState("tab", parseAsString.withDefault(first.id));
  const shown = sections.find(({ id, also = [] }) => id === asked || also.includes(asked)) ?? first;
  return (
    <Tabs label={words.patientRecords} tabs={sections} value={shown.id} onChange={(id) => void setTab(id)}>
      {shown.content}
    </Tabs>
  );
}

/** Shows the birth date, age and sex beside the MRN. */
function Identity({ mrn, patient }: { mrn: string; patient: PatientModel | undefined }) {
  const { timezone } = useAccount();
  const facts = [
    patient?.dob && `${words.born} ${formatDate(patient.dob)}`,
    ageWords(patient?.dob ?? null, todayIn(timezone)),
    patient?.gender,
  ];
  return (
    <p className="text-muted tabular-nums">
      {facts.filter(Boolean).map((each) => `${each} · `)}
      <span className="whitespace-nowrap">{mrnWords(mrn)}</span>
    </p>
  );
}

/** Shows a patient's identity and all records about them. */
export function PatientPage({ mrn, actions, sections }: PatientPageProps) {
  const accountId = useAccountId();
  const { data: patient, error, isError, refetch } = useQuery(patientDetail(accountId, mrn));
  const router = useRouter();
  const maySettle = useMay("jobs:reconcile");
  const status = error instanceof ApiFailure ? error.status : null;
  const [isUnknown, isShared] = [status === 404, status === 409];
  // The MRN of a merged patient leads to the one that survived.
  const survivor = patient && patient.mrn !== mrn ? patient.mrn : null;
  useEffect(() => {
    if (survivor !== null) router.replace(`/a/${accountId}/patients/${encodeURIComponent(survivor)}`);
  }, [survivor, accountId, router]);
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <p className="flex items-center gap-1.5 text-sm">
        <ArrowLeft aria-hidden="true" className="size-4 text-faint" />
        <Link href={`/a/${accountId}/patients`}>{words.patients}</Link>
      </p>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold break-words">
            {patient ? fullName(patient) : isError ? mrnWords(mrn) : <Skeleton className="h-7 w-56" />}
          </h1>
          {isError ? null : <Identity mrn={mrn} patient={patient} />}
        </div>
        {patient ? actions : null}
      </div>
      <SetAsideBanner reason={patient?.set_aside} />
      {isUnknown ? <ErrorState title={words.noPatientWith(mrnWords(mrn))}>{words.noPatientWithHint}</ErrorState> : null}
      {isShared ? (
        <ErrorState title={words.severalCarry(mrnWords(mrn))}>
          {words.severalCarryHint}{" "}
          {maySettle ? (
            <Link href={`/a/${accountId}/activity?patient=${encodeURIComponent(mrn)}`}>{words.jobsOfAll}</Link>
          ) : null}
        </ErrorState>
      ) : null}
      {isError && !isUnknown && !isShared ? (
        <ErrorState title={words.patientNotLoaded} onRetry={() => void refetch()}>
          {error.message}. {words.nothingChanged}
        </ErrorState>
      ) : null}
      {isError ? null : <Sections sections={sections} />}
    </div>
  );
}
