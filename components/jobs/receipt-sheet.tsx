"use client";

import { useQuery } from "@tanstack/react-query";
import { PrintSheet } from "#components/ui/print-sheet";
import { formatExact } from "#components/ui/time-words";
import { jobAccepted } from "#lib/browser/api/job";
import { settings } from "#lib/browser/api/settings";
import { useAccount } from "#lib/browser/session/account";
import type { ReceiptLine } from "#lib/definitions/shown";
import type { JobDetailModel } from "#lib/job-record/model";
import type { ClinicDetails } from "#lib/resources/settings/desk-settings";
import { words } from "./words.ts";

interface ReceiptProps {
  job: JobDetailModel;
  /** What the EMR confirmed. */
  lines: readonly ReceiptLine[];
  /** What admins have entered of the clinic; undefined if it could not be read. */
  clinic: ClinicDetails | undefined;
  /** Who took it, also if another person sent it again. */
  cashier: string;
}

/** The printed receipt. Of the work it lists only what the EMR confirmed. */
function Receipt({ job, lines, clinic, cashier }: ReceiptProps) {
  const { name, organization_name, timezone } = useAccount();
  const heading = clinic?.name ?? organization_name;
  const rows = [
    { label: words.patient, value: job.patient_name ?? "" },
    { label: words.patientNumber, value: job.patient_mrn ?? "" },
    ...lines,
    { label: words.date, value: formatExact(job.finished_at ?? job.created_at, timezone) },
    { label: words.cashier, value: cashier },
  ].filter(({ value }) => value !== "");
  return (
    <section className="mx-auto max-w-lg text-base">
      <h1 className="text-xl font-semibold break-words">{heading}</h1>
      {clinic?.name || name === heading ? null : <p>{name}</p>}
      {clinic?.address ? <p className="break-words whitespace-pre-line">{clinic.address}</p> : null}
      {clinic?.phone ? <p>{clinic.phone}</p> : null}
      {clinic?.tax_id ? <p>{words.taxId(clinic.tax_id)}</p> : null}
      <h2 className="mt-6 mb-2 text-lg font-semibold">{words.receipt}</h2>
      <table className="w-full border-collapse">
        <tbody>
          {rows.map(({ label, value }) => (
            <tr key={label} className="border-b border-current/25">
              <th scope="row" className="w-44 py-1.5 pr-4 text-left align-top font-normal">
                {label}
              </th>
              <td className="py-1.5 font-medium break-words">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-sm">{words.receiptNote}</p>
    </section>
  );
}

interface ReceiptSheetProps extends Pick<ReceiptProps, "job" | "lines"> {
  onDone: () => void;
}

/** Prints a receipt once what it says of the clinic and the cashier is read; without it, if it cannot be read. */
export function ReceiptSheet({ job, lines, onDone }: ReceiptSheetProps) {
  const { id } = useAccount();
  const shown = useQuery({ ...settings(id), retry: false });
  const accepted = useQuery({ ...jobAccepted(id, job), retry: false });
  if (shown.isPending || accepted.isPending) return null;
  return (
    <PrintSheet onDone={onDone}>
      <Receipt job={job} lines={lines} clinic={shown.data?.clinic} cashier={accepted.data?.actor.name ?? ""} />
    </PrintSheet>
  );
}
