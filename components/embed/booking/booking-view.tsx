"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarX, PhoneCall } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Banner } from "#components/ui/banner";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorState } from "#components/ui/error-state";
import { RadioGroup } from "#components/ui/radio-group";
import { Skeleton } from "#components/ui/skeleton";
import { useZoneName } from "#components/ui/time-zone";
import { useNow } from "#components/ui/use-now";
import { availability, type OpenSlot, stillOpen } from "#lib/browser/api/availability";
import { locations as locationList } from "#lib/browser/api/locations";
import { visitTypes } from "#lib/browser/api/visit-types";
import { canStart, type OperationSummary, useAccount, useOperationAt } from "#lib/browser/session/account";
import { addDays, todayIn } from "#lib/kernel/dates";
import type { LocationModel } from "#lib/resources/locations/model";
import { DAYS_READ, isForType, minutesIn, momentWords, zoneInWords } from "./booking-times.ts";
import { words } from "./booking-words.ts";
import { CallTheClinic } from "./call-the-clinic.tsx";
import { CheckVisit } from "./check-visit.tsx";
import { FreeTimes } from "./free-times.tsx";
import { useBooking } from "./use-booking.ts";
import type { Choice } from "./visit-facts.tsx";
import { VisitOutcome } from "./visit-outcome.tsx";

/** Time after which the free times are read again while they are shown: others book meanwhile. */
const LOOK_AGAIN_MS = 60_000;

export interface BookingProps {
  /** The page's patient; null in the console's preview, which books nothing. */
  patientMrn: string | null;
}

/** A heading that gets the focus when a step begins, but for the first one: the page's user is elsewhere then. */
function StepHeading({ children, takesFocus }: { children: string; takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
      {children}
    </h2>
  );
}

/** The clinic's zone, where the visitor's clock shows another time. */
function ZoneNote({ at }: { at: string }) {
  const { timezone } = useAccount();
  return useZoneName(at) ? <p className="text-sm text-muted">{words.clinicTime(zoneInWords(at, timezone))}</p> : null;
}

/** The state of the view: the free times, a chosen one, or what became of it. */
type Step = { at: "times" } | { at: "check"; choice: Choice } | { at: "outcome"; choice: Choice; jobId: number };

interface StepsProps extends BookingProps {
  operation: OperationSummary;
  locations: readonly LocationModel[];
}

function Steps({ patientMrn, operation, locations }: StepsProps) {
  const { id: accountId, timezone } = useAccount();
  const client = useQueryClient();
  const booking = useBooking(operation);
  const [today] = useState(() => todayIn(timezone));
  const [step, setStep] = useState<Step>({ at: "times" });
  const [hasMoved, setMoved] = useState(false);
  const [typeId, setTypeId] = useState("");
  const [reason, setReason] = useState("");
  const [taken, setTaken] = useState<OpenSlot | null>(null);
  const types = useQuery(visitTypes(accountId));
  const times = useQuery({
    ...availability(accountId, { start_date: today, end_date: addDays(today, DAYS_READ - 1) }),
    refetchInterval: step.at === "times" ? LOOK_AGAIN_MS : false,
  });
  const now = useNow(LOOK_AGAIN_MS) ?? Date.now();
  const all = stillOpen(times.data ?? [], now).filter(({ id }) => id !== taken?.id);
  const kinds = (types.data ?? []).filter((type) => all.some((slot) => isForType(slot, type)));
  const kind = kinds.find(({ id }) => id === typeId) ?? (kinds.length === 1 ? kinds[0] : undefined);

  const go = useCallback((next: Step) => {
    setMoved(true);
    setStep(next);
  }, []);
  const { end } = booking;
  const showNext = useCallback(
    (slot: OpenSlot) => {
      end();
      setTaken(slot);
      go({ at: "times" });
      void client.invalidateQueries({ queryKey: ["availability", accountId] });
    },
    [client, accountId, go, end],
  );

  async function book(choice: Choice) {
    const further = {
      patient_mrn: patientMrn,
      appointment_type: choice.type,
      ...(reason.trim() !== "" && { reason: reason.trim() }),
    };
    const sent = await booking.send(choice.slot, further);
    if (typeof sent === "number") go({ at: "outcome", choice, jobId: sent });
    else if (sent === "taken") showNext(choice.slot);
  }

  if (step.at === "outcome") {
    const { choice, jobId } = step;
    return (
      <>
        <StepHeading takesFocus>{words.yourVisit}</StepHeading>
        <VisitOutcome
          key={jobId}
          jobId={jobId}
          choice={choice}
          locations={locations}
          onTaken={showNext}
          onAgain={() => {
            booking.end();
            setReason("");
            go({ at: "times" });
          }}
        />
      </>
    );
  }
  if (step.at === "check") {
    const { choice } = step;
    return (
      <>
        <StepHeading takesFocus>{words.check}</StepHeading>
        <CheckVisit
          choice={choice}
          operation={operation}
          locations={locations}
          booking={booking}
          reason={reason}
          onReason={setReason}
          onBook={patientMrn === null ? null : () => void book(choice)}
          onAnother={() => {
            booking.forget();
            go({ at: "times" });
          }}
        />
      </>
    );
  }
  if (times.isPending || types.isPending) {
    return (
      <div role="status" aria-label={words.loading}>
        <Skeleton className="h-64 w-full" />
      </div>
    );
  }
  const failed = times.isError && !times.data ? times : types.isError && !types.data ? types : null;
  if (failed) {
    return (
      <ErrorState title={words.notLoaded} onRetry={() => void failed.refetch()}>
        {words.nothingBooked}
      </ErrorState>
    );
  }
  const [first] = all;
  return (
    <>
      {taken ? (
        <Banner announce tone="warning" title={words.taken(momentWords(taken, timezone))}>
          {words.takenHint}
        </Banner>
      ) : null}
      {first && kinds.length > 0 ? (
        <>
          <ZoneNote at={first.datetime} />
          {kinds.length > 1 ? (
            <RadioGroup
              label={words.kind}
              value={kind?.id ?? ""}
              onChange={setTypeId}
              options={kinds.map(({ id, name }) => ({ id, name }))}
            />
          ) : null}
          {kind ? (
            <section className="flex flex-col gap-3">
              <StepHeading takesFocus={hasMoved}>{words.freeTimes}</StepHeading>
              <FreeTimes
                key={kind.id}
                slots={all.filter((slot) => isForType(slot, kind))}
                locations={locations}
                onChoose={(slot) => {
                  setTaken(null);
                  go({ at: "check", choice: { slot, type: kind.name, duration: minutesIn(slot, kind) } });
                }}
              />
            </section>
          ) : null}
        </>
      ) : (
        <EmptyState icon={<CalendarX aria-hidden="true" />} title={words.noTimes}>
          <p>{words.noTimesHint}</p>
          <CallTheClinic locations={locations} />
        </EmptyState>
      )}
    </>
  );
}

/** Lets the patient of a partner's page book a visit: a kind of visit, a free time, a last look, and the outcome as it comes. */
export function BookingView({ patientMrn }: BookingProps) {
  const account = useAccount();
  const operation = useOperationAt("open-slot");
  const { data: locations = [] } = useQuery(locationList(account.id));
  const content: ReactNode =
    operation && canStart(account, operation) ? (
      <Steps patientMrn={patientMrn} operation={operation} locations={locations} />
    ) : (
      <EmptyState icon={<PhoneCall aria-hidden="true" />} title={words.notHere}>
        <CallTheClinic locations={locations} />
      </EmptyState>
    );
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-4 px-4 py-5">
      <h1 className="text-xl font-semibold">{words.title}</h1>
      {content}
    </div>
  );
}
