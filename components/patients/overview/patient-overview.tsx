"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import { countWords, Digest, DigestRow } from "#components/ui/digest";
import { JobStatus } from "#components/ui/job-status";
import { Link } from "#components/ui/link";
import { SetAsideMark } from "#components/ui/set-aside-mark";
import { Skeleton } from "#components/ui/skeleton";
import { formatDate } from "#components/ui/time-words";
import { useNow } from "#components/ui/use-now";
import { patientDetail } from "#lib/browser/api/patients";
import { useAccount } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { dateFormat } from "#lib/kernel/date-format";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { isOpenReferral } from "#lib/resources/referrals/open";
import { visitsAt } from "./at-present.ts";
import { ChangeContactButton } from "./change-contact-button.tsx";
import type { PartProps } from "./part-props.ts";
import { PatientFacts } from "./patient-facts.tsx";
import { usePatientRecords } from "./use-patient-records.ts";
import { words } from "./words.ts";

/** Number of entries of each list. */
const SHOWN = 4;

/** Loads after the page, since it needs the words of every operation. */
const Sent = dynamic(() => import("./sent.tsx").then((module) => module.Sent), {
  ssr: false,
  loading: () => <Skeleton className="h-40 w-full" />,
});

/** Loads after the page: it stands below what the desk asks first. */
const PatientChanges = dynamic(() => import("./patient-changes.tsx").then((module) => module.PatientChanges), {
  ssr: false,
  loading: () => <Skeleton className="h-40 w-full" />,
});

/** Loads after the page: most patients have none that was added here. */
const Insurances = dynamic(() => import("./insurances.tsx").then((module) => module.Insurances), { ssr: false });

/** Shows a visit's status; the appointments' own component, which loads after the page. */
type VisitStatus = ComponentType<{ visit: AppointmentModel }>;

interface VisitProps {
  visit: AppointmentModel;
  which: string;
  href: string;
  Status: VisitStatus;
}

function Visit({ visit, which, href, Status }: VisitProps) {
  const { timezone } = useAccount();
  const at = dateFormat({ dateStyle: "medium", timeStyle: "short", timeZone: timezone }).format(
    new Date(visit.datetime),
  );
  return (
    <DigestRow
      title={
        <Link coversRow href={href}>
          {which}: {at}
        </Link>
      }
      detail={
        <>
          <SetAsideMark reason={visit.set_aside} />
          <span>{visit.provider_name}</span>
          <span>{visit.appointment_type}</span>
        </>
      }
      end={<Status visit={visit} />}
    />
  );
}

function Visits({ records: { visits }, tab, Status }: PartProps & { Status: VisitStatus }) {
  const now = useNow(60_000) ?? Date.now();
  const { next, last } = visitsAt(visits.rows, now);
  const both = [
    { which: words.next, visit: next, none: words.noVisitIsBooked },
    { which: words.last, visit: last, none: words.noLastVisit },
  ];
  const shown = visits.rows.length === 0 ? [] : both;
  return (
    <Digest
      title={words.visits}
      count={null}
      href={tab("appointments")}
      all={words.allAppointments}
      query={visits.query}
      nothing={useNotShown("appointments")?.title ?? words.noVisits}
      usual={2}
      rows={shown}
      first={shown}
      keyOf={({ which }) => which}
    >
      {({ which, visit, none }) =>
        visit ? (
          <Visit key={which} visit={visit} which={which} href={tab("appointments")} Status={Status} />
        ) : (
          <DigestRow key={which} title={none} />
        )
      }
    </Digest>
  );
}

function Referrals({ records: { referrals, today }, tab }: PartProps) {
  const { id: accountId } = useAccount();
  const open = referrals.rows.filter((referral) => isOpenReferral(referral, today));
  return (
    <Digest
      title={words.openReferrals}
      count={referrals.query.data ? countWords(open.length, referrals.more !== undefined) : null}
      href={tab("referrals")}
      all={words.allReferrals}
      query={referrals.query}
      nothing={useNotShown("referrals")?.title ?? words.noReferrals}
      usual={1}
      rows={open}
      first={open.slice(0, SHOWN)}
      keyOf={({ id }) => id}
    >
      {({ id, reason, status, specialty, direction, set_aside }, done) => (
        <DigestRow
          key={id}
          done={done}
          title={
            <Link coversRow href={`/a/${accountId}/referrals/${id}`} dir="auto">
              {reason || words.noReason}
            </Link>
          }
          detail={
            <>
              <SetAsideMark reason={set_aside} />
              <span>{direction === "incoming" ? words.incoming : words.outgoing}</span>
              <span>{specialty}</span>
            </>
          }
          end={status}
        />
      )}
    </Digest>
  );
}

function Recalls({ records: { recalls, today }, tab }: PartProps) {
  const open = recalls.rows.filter(({ status }) => status === "open");
  return (
    <Digest
      title={words.openRecalls}
      count={recalls.query.data ? countWords(open.length, recalls.more !== undefined) : null}
      href={tab("recalls")}
      all={words.allRecalls}
      query={recalls.query}
      nothing={useNotShown("recalls")?.title ?? words.noRecalls}
      usual={1}
      rows={open}
      first={open.slice(0, SHOWN)}
      keyOf={({ id }) => id}
    >
      {({ id, reason, due_date, actions, set_aside }, done) => (
        <DigestRow
          key={id}
          done={done}
          title={
            <Link coversRow href={tab("recalls")}>
              {reason}
            </Link>
          }
          detail={
            <>
              <SetAsideMark reason={set_aside} />
              <span>{actions.at(-1)?.action_taken ?? words.noAction}</span>
            </>
          }
          end={due_date < today ? words.overdue(formatDate(due_date)) : words.due(formatDate(due_date))}
        />
      )}
    </Digest>
  );
}

function Tasks({ records: { written }, tab }: PartProps) {
  const { tasks } = written;
  return (
    <Digest
      title={words.tasksSent}
      count={tasks.query.data ? String(tasks.counted.total ?? tasks.rows.length) : null}
      scope={words.tasksScope}
      href={tab("recalls")}
      all={words.allTasks}
      query={tasks.query}
      nothing={words.noTasks}
      usual={1}
      rows={tasks.rows}
      first={tasks.rows.slice(0, SHOWN)}
      keyOf={({ job_id }) => job_id}
    >
      {({ job_id, subject, description, due_date, status }) => (
        <DigestRow
          key={job_id}
          title={
            <Link coversRow href={tab("recalls")} dir="auto">
              {subject || description}
            </Link>
          }
          detail={due_date ? <span>{words.due(formatDate(due_date))}</span> : null}
          end={<JobStatus status={status} />}
        />
      )}
    </Digest>
  );
}

/** Shows what the desk asks about a patient first: contact, coverage, balance, visits, and what is open. */
export function PatientOverview({ mrn, VisitStatus }: { mrn: string; VisitStatus: VisitStatus }) {
  const { id: accountId } = useAccount();
  const { data: patient } = useQuery(patientDetail(accountId, mrn));
  const records = usePatientRecords(mrn);
  const tab = (id: string) => `/a/${accountId}/patients/${encodeURIComponent(mrn)}?tab=${id}`;
  const part = { records, tab };
  return (
    <div className="@container">
      <div className="grid items-start gap-4 @3xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <section aria-label={words.patient} className="rounded-lg border border-line bg-surface px-4 py-2">
            {patient ? (
              <>
                <PatientFacts patient={patient} records={records} />
                <ChangeContactButton />
                <Insurances mrn={mrn} />
              </>
            ) : (
              <Skeleton className="my-2 h-72 w-full" />
            )}
          </section>
          <Sent {...part} />
          <PatientChanges mrn={mrn} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Visits {...part} Status={VisitStatus} />
          <Referrals {...part} />
          <Recalls {...part} />
          <Tasks {...part} />
        </div>
      </div>
    </div>
  );
}
