"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { clinicDay, clinicTime } from "#components/appointments/calendar/day-words.ts";
import { laterEndWords } from "#components/appointments/calendar/over-midnight.ts";
import { categoryOf } from "#components/appointments/category-of.ts";
import { useSeenVisit } from "#components/appointments/changed/visit-marks.ts";
import { outcomeWords } from "#components/appointments/status/outcome-words.ts";
import { StatusMark } from "#components/appointments/status/status-mark";
import { useStatusMenu } from "#components/appointments/status/status-menu";
import { useCanChangeStatus, useStatusChanges } from "#components/appointments/status/use-status-changes.ts";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import { VisitSteps } from "#components/appointments/status/visit-steps";
import { words as statusTexts } from "#components/appointments/status/words.ts";
import { PastChanges } from "#components/changes/past-changes";
import { words as changeTexts } from "#components/changes/words.ts";
import { Button } from "#components/ui/button";
import { Drawer } from "#components/ui/drawer";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorState } from "#components/ui/error-state";
import { KeyValueList } from "#components/ui/key-value-list";
import { SetAsideBanner } from "#components/ui/set-aside-banner";
import { Skeleton } from "#components/ui/skeleton";
import { formatExact } from "#components/ui/time-words";
import { appointmentDetail } from "#lib/browser/api/appointments";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccount, useUserId } from "#lib/browser/session/account";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { BookSlot } from "./book-slot.tsx";
import { CategoryMark } from "./category.tsx";
import { listWords, recordSections } from "./record-words.ts";
import { VisitActions } from "./visit-actions.tsx";
import { VisitPatient } from "./visit-patient.tsx";
import { words } from "./words.ts";

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
      {children}
    </section>
  );
}

function Entries({ title, entries }: { title: string; entries: readonly Record<string, unknown>[] }) {
  if (entries.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="divide-y divide-line">
        {listWords(entries).map(({ key, words: line }) => (
          <li key={key} className="py-1.5 text-sm break-words">
            {line}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The status with its menu, and the outcome of a change. */
function Status({ record, statuses }: { record: AppointmentModel; statuses: StatusWords }) {
  const canChange = useCanChangeStatus()(record);
  const change = useStatusChanges().get(record.emr_appointment_id);
  const { openMenu, menu } = useStatusMenu(statuses);
  const { openJob } = useAside();
  const { jobId = null, state } = change ?? {};
  return (
    <>
      <StatusMark
        large
        record={record}
        change={change}
        statuses={statuses}
        onOpenMenu={canChange ? openMenu : undefined}
      />
      <VisitSteps record={record} change={change} statuses={statuses} withNoShow />
      {menu}
      <p role="status" className={state === "failed" ? "w-full text-sm text-danger" : "w-full text-sm text-faint"}>
        {change ? outcomeWords(change, statuses) : null}{" "}
        {jobId === null ? null : (
          <Button variant="link" onPress={() => openJob(jobId)}>
            {statusTexts.showJob}
          </Button>
        )}
      </p>
    </>
  );
}

interface RecordProps {
  record: AppointmentModel;
  statuses: StatusWords;
  onClose: () => void;
}

function Record({ record, statuses, onClose }: RecordProps) {
  const { timezone } = useAccount();
  const isPerson = useUserId() !== undefined;
  useSeenVisit(record.id);
  return (
    <div className="flex flex-col gap-6">
      <SetAsideBanner reason={record.set_aside} />
      <div className="flex flex-wrap items-center gap-2">
        <CategoryMark record={record} />
        <Status record={record} statuses={statuses} />
        {categoryOf(record) === "schedule_slot" ? <BookSlot slot={record} onOpen={onClose} /> : null}
      </div>
      {record.patient_mrn ? <VisitPatient visit={record} /> : null}
      {categoryOf(record) === "appointment" ? <VisitActions visit={record} onOpen={onClose} /> : null}
      {recordSections(record, (moment) => formatExact(moment, timezone)).map(({ title, items }) => (
        <Section key={title} title={title}>
          <KeyValueList items={items} />
        </Section>
      ))}
      <Entries title={words.insurances} entries={record.insurances} />
      <Entries title={words.diagnoses} entries={record.diagnoses} />
      <Entries title={words.medications} entries={record.medications} />
      {isPerson && categoryOf(record) === "appointment" ? (
        <Section title={changeTexts.whatChanged}>
          <PastChanges of={{ record_id: record.id }} />
        </Section>
      ) : null}
    </div>
  );
}

function lengthWords(record: AppointmentModel, timeZone: string): string {
  const end = laterEndWords(record, timeZone);
  return [words.length(record.duration, record.provider_name), ...(end ? [end] : [])].join(" · ");
}

interface AppointmentDrawerProps {
  emrAppointmentId: string;
  statuses: StatusWords;
  onClose: () => void;
}

/** Shows all fields of an appointment, an open slot or a block. */
export function AppointmentDrawer({ emrAppointmentId, statuses, onClose }: AppointmentDrawerProps) {
  const { id: accountId, timezone } = useAccount();
  const { data: record, isPending, isError, error, refetch } = useQuery(appointmentDetail(accountId, emrAppointmentId));
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={
        record ? `${clinicTime(record.datetime, timezone)}, ${clinicDay(record.datetime, timezone)}` : words.appointment
      }
      detail={record ? lengthWords(record, timezone) : emrAppointmentId}
    >
      {isPending ? <Skeleton className="h-64 w-full" /> : null}
      {isError ? (
        <ErrorState title={words.notLoaded} onRetry={() => void refetch()}>
          {error.message}. {words.nothingChanged}
        </ErrorState>
      ) : null}
      {record ? <Record record={record} statuses={statuses} onClose={onClose} /> : null}
      {record === null ? <EmptyState title={words.noSuchAppointment}>{words.noSuchAppointmentHint}</EmptyState> : null}
    </Drawer>
  );
}
