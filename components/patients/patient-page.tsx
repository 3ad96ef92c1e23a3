"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type ReactNode, useEffect, useMemo } from "react";
import { ErrorState } from "#components/ui/error-state";
import { KeyValueList } from "#components/ui/key-value-list";
import { Link } from "#components/ui/link";
import { Skeleton } from "#components/ui/skeleton";
import { Tabs } from "#components/ui/tabs";
import { formatDate } from "#components/ui/time-words";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { patientDetail } from "#lib/browser/api/patients";
import { useAccountId, useMay } from "#lib/browser/session/account";
import type { PatientModel } from "#lib/resources/patients/model";
import { mrnWords } from "#lib/resources/patients/mrn";

/** Omits empty values. */
const known = (name: string, label: string, value: string) => (value === "" ? [] : [{ name, label, value }]);

function Demographics({ patient }: { patient: PatientModel }) {
  const { street, city, state, zip } = patient.address;
  return (
    <KeyValueList
      items={[
        ...known("dob", "Born", patient.dob === null ? "" : formatDate(patient.dob)),
        ...known("gender", "Gender", patient.gender),
        ...known("phone", "Phone", patient.phone),
        ...known("email", "Email", patient.email),
        ...known(
          "address",
          "Address",
          [street, city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", "),
        ),
        ...known("ehr_id", "EMR id", patient.ehr_id),
      ]}
    />
  );
}

interface PatientPageProps {
  mrn: string;
  /** Buttons that start an operation for this patient. */
  actions: ReactNode;
  /**
   * The patient's records, each loaded when its tab opens; the first is open initially. `id` is the tab's value in the
   * URL.
   */
  sections: readonly [PatientSection, ...PatientSection[]];
}

export interface PatientSection {
  id: string;
  name: string;
  content: ReactNode;
}

/** Shows one section at a time; the open tab is kept in the URL as `tab`. */
function Sections({ sections }: Pick<PatientPageProps, "sections">) {
  const [first] = sections;
  const parser = useMemo(
    () => parseAsStringLiteral(sections.map(({ id }) => id)).withDefault(first.id),
    [sections, first],
  );
  const [tab, setTab] = useQueryState("tab", parser);
  return (
    <Tabs label="Patient records" tabs={sections} value={tab} onChange={(id) => void setTab(id)}>
      {sections.find(({ id }) => id === tab)?.content}
    </Tabs>
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
        <Link href={`/a/${accountId}/patients`}>Patients</Link>
      </p>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold break-words">
            {patient ? (
              `${patient.last_name}, ${patient.first_name}`
            ) : isError ? (
              mrnWords(mrn)
            ) : (
              <Skeleton className="h-7 w-56" />
            )}
          </h1>
          {isError ? null : <p className="text-muted tabular-nums">{mrnWords(mrn)}</p>}
        </div>
        {patient ? actions : null}
      </div>
      {isUnknown ? (
        <ErrorState title={`There is no patient with ${mrnWords(mrn)}`}>
          They may belong to another account of yours, or came to the practice after the last sync.
        </ErrorState>
      ) : null}
      {isShared ? (
        <ErrorState title={`Several patients carry ${mrnWords(mrn)}`}>
          Correct it in the EMR; the next sync brings the correction here. Until then nothing is written for this MRN.{" "}
          {maySettle ? (
            <Link href={`/a/${accountId}/activity?patient=${encodeURIComponent(mrn)}`}>The jobs of all of them</Link>
          ) : null}
        </ErrorState>
      ) : null}
      {isError && !isUnknown && !isShared ? (
        <ErrorState title="The patient could not be loaded" onRetry={() => void refetch()}>
          {error.message}. Nothing was changed.
        </ErrorState>
      ) : null}
      {isError ? null : (
        <div className="@container">
          <div className="grid items-start gap-6 @4xl:grid-cols-[20rem_minmax(0,1fr)]">
            <section aria-label="Demographics" className="rounded-lg border border-line bg-surface px-4 py-2">
              {patient ? <Demographics patient={patient} /> : <Skeleton className="my-2 h-40 w-full" />}
            </section>
            <div className="min-w-0">
              <Sections sections={sections} />
            </div>
          </div>
        </div>
      )}
    </div>
  );
}
