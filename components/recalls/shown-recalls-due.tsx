"use client";

import { useQuery } from "@tanstack/react-query";
import { PatientName } from "#components/jobs/patient-name";
import { countWords, Digest, DigestRow } from "#components/ui/digest";
import { Link } from "#components/ui/link";
import { Phone } from "#components/ui/phone";
import { SetAsideMark } from "#components/ui/set-aside-mark";
import { patientsWith } from "#lib/browser/api/named-patients";
import { recallList } from "#lib/browser/api/recalls";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { addDays } from "#lib/kernel/dates";
import { Due, useClinicDay } from "./due.tsx";
import { words } from "./due-words.ts";
import { LastAction } from "./last-action.tsx";
import { LogCall } from "./log-call.tsx";

const SHOWN = 6;

/** The recalls due by today, the oldest first, on the page Today. */
export function ShownRecallsDue() {
  const accountId = useAccountId();
  const today = useClinicDay();
  const filters = { status: "open", due_before: addDays(today, 1) };
  const { query, rows, more } = useRows(recallList(accountId, filters));
  const shown = rows.slice(0, SHOWN);
  const { data: patients } = useQuery(
    patientsWith(
      accountId,
      shown.map(({ patient_mrn }) => patient_mrn),
    ),
  );
  const phones = new Map(patients?.map(({ mrn, phone }) => [mrn, phone]));
  return (
    <Digest
      title={words.recallsDue}
      count={query.data ? countWords(rows.length, more !== undefined) : null}
      href={`/a/${accountId}/recalls?${new URLSearchParams(filters)}`}
      all={words.allRecallsDue}
      query={query}
      nothing={words.nothingDue}
      usual={SHOWN}
      rows={rows}
      first={shown}
      keyOf={({ id }) => id}
    >
      {(recall, done) => (
        <DigestRow
          key={recall.id}
          done={done}
          title={
            <Link coversRow href={`/a/${accountId}/patients/${encodeURIComponent(recall.patient_mrn)}?tab=recalls`}>
              <PatientName of={recall} />
            </Link>
          }
          detail={
            <>
              <span>{recall.reason}</span>
              <SetAsideMark reason={recall.set_aside} />
              <Phone number={phones.get(recall.patient_mrn) ?? ""} />
              <Due recall={recall} today={today} />
              {recall.actions.length > 0 ? (
                <span>
                  <LastAction recall={recall} />
                </span>
              ) : null}
            </>
          }
          end={<LogCall recall={recall} />}
        />
      )}
    </Digest>
  );
}
