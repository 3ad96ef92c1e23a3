"use client";

import { CircleUser, FileText, type LucideIcon, Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button";
import { Link } from "#components/ui/link";
import { useLinksLead } from "#components/ui/link-scope";
import { type JobTypeSummary, useAccountId, useJobType } from "#lib/browser/session/account";
import { patientLinks } from "#lib/catalog/generated/patient-sections";
import type { JobDetailModel } from "#lib/job-record/model";
import type { DeliveryStory } from "./job-story.ts";
import { PatientName } from "./patient-name.tsx";
import { words } from "./words.ts";

/** Returns the page, below the account's address, that shows the record or list that a job changed; null for none. */
function recordPage(jobType: JobTypeSummary | undefined, { identifiers, patient_mrn, request }: JobDetailModel) {
  const { place, listedIn } = jobType ?? {};
  if (identifiers.referral_id) return { href: `referrals/${identifiers.referral_id}`, name: words.referral };
  const section = listedIn && patientLinks[listedIn];
  const patient = patient_mrn === null ? null : `patients/${encodeURIComponent(patient_mrn)}`;
  if (section && patient) return { href: `${patient}?tab=${section.tab}`, name: section.name };
  const isOfVisit = "appointment_id" in identifiers || "emr_appointment_id" in identifiers;
  if (isOfVisit && patient) return { href: `${patient}?tab=appointments`, name: words.appointments };
  if (place === "recall") return { href: "recalls", name: words.recalls };
  if (place !== "claims") return null;
  const day = typeof request.service_date === "string" ? `?service_date=${request.service_date}` : "";
  return { href: `claims${day}`, name: words.claims };
}

function Entry({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-1.5">
      <Icon aria-hidden className="size-4 shrink-0 text-faint" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </li>
  );
}

/** "2 of 3 delivered" */
const deliveredWords = (deliveries: readonly DeliveryStory[]) =>
  words.deliveredOf(deliveries.filter(({ status }) => status === "succeeded").length, deliveries.length);

interface JobLinksProps {
  job: JobDetailModel;
  deliveries: readonly DeliveryStory[];
  /** Shows the webhook deliveries. */
  onDeliveries: () => void;
}

/** Shows the ways on from a job: to its patient, its record and its webhook deliveries. */
export function JobLinks({ job, deliveries, onDeliveries }: JobLinksProps) {
  const base = `/a/${useAccountId()}`;
  const jobType = useJobType(job.type);
  const isLinked = useLinksLead();
  const page = recordPage(jobType, job);
  return (
    <ul aria-label={words.seeAlso} data-held-list="" className="flex flex-wrap gap-x-5 gap-y-2 empty:hidden">
      {job.patient_mrn === null ? null : (
        <Entry icon={CircleUser}>
          <Link href={`${base}/patients/${encodeURIComponent(job.patient_mrn)}`}>
            <PatientName of={job} />
          </Link>
        </Entry>
      )}
      {page && isLinked ? (
        <Entry icon={FileText}>
          <Link href={`${base}/${page.href}`}>{page.name}</Link>
        </Entry>
      ) : null}
      {deliveries.length > 0 ? (
        <Entry icon={Webhook}>
          <Button variant="link" onPress={onDeliveries}>
            {words.deliveries}
          </Button>
          <span className="ml-1.5 text-sm text-muted tabular-nums">{deliveredWords(deliveries)}</span>
        </Entry>
      ) : null}
    </ul>
  );
}
