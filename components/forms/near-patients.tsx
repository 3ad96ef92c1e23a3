"use client";

import { Button } from "#components/ui/button";
import { Facts } from "#components/ui/facts";
import { Link } from "#components/ui/link";
import { bornWords } from "#components/ui/time-words";
import { useAccountId } from "#lib/browser/session/account";
import type { PatientCandidate } from "#lib/resources/patients/candidate";
import { mrnWords } from "#lib/resources/patients/mrn";
import { nearPatientWords as words } from "./near-patient-words.ts";

interface NearPatientsProps {
  candidates: readonly PatientCandidate[];
  /** Opens the job that creates one of them. */
  onOpenJob: (jobId: number) => void;
  /** Creates the patient all the same. */
  onCreate: () => Promise<void>;
}

function Candidate({ of: found, onOpenJob }: { of: PatientCandidate; onOpenJob: (jobId: number) => void }) {
  const accountId = useAccountId();
  const { mrn, name, dob, phone_last_four: digits, job_id: jobId } = found;
  const facts = [mrn === null ? words.beingCreated : mrnWords(mrn), bornWords(dob), digits && words.phoneEnds(digits)];
  return (
    <li className="flex flex-col">
      {mrn === null ? (
        <Button variant="link" onPress={() => jobId !== null && onOpenJob(jobId)}>
          {name}
        </Button>
      ) : (
        <Link href={`/a/${accountId}/patients/${encodeURIComponent(mrn)}`}>{name}</Link>
      )}
      <span className="text-sm text-muted">
        <Facts of={facts.filter(Boolean).join(" · ")} />
      </span>
    </li>
  );
}

/** Shows the patients who may be the one that a form is to create, and lets a person decide that none is. */
export function NearPatients({ candidates, onOpenJob, onCreate }: NearPatientsProps) {
  return (
    <section aria-label={words.nearPatients} className="flex flex-col items-start gap-3">
      <ul className="flex flex-col gap-2">
        {candidates.map((each) => (
          <Candidate key={each.patient_id ?? each.mrn} of={each} onOpenJob={onOpenJob} />
        ))}
      </ul>
      <Button onPress={() => void onCreate()}>{words.createAnother}</Button>
    </section>
  );
}
