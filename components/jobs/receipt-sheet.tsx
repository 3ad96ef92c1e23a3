"use client";

import { PrintSheet } from "#components/ui/print-sheet";
import type { ReceiptLine } from "#lib/definitions/shown";
import { words } from "./words.ts";

interface ReceiptProps {
  organization: string;
  account: string;
  /** The patient's name, or the MRN if the name is unknown. */
  patient: string;
  /** When the EMR confirmed it, with the time zone. */
  confirmed: string;
  lines: readonly ReceiptLine[];
}

/** The printed receipt. It lists only what the EMR confirmed. */
function Receipt({ organization, account, patient, confirmed, lines }: ReceiptProps) {
  const rows = [
    { label: words.patient, value: patient },
    ...lines.filter(({ value }) => value !== ""),
    { label: words.date, value: confirmed },
  ];
  return (
    <section className="mx-auto max-w-lg text-base">
      <h1 className="text-xl font-semibold">{organization}</h1>
      {account === organization ? null : <p>{account}</p>}
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

/** Prints a receipt once it is drawn. */
export function ReceiptSheet({ onDone, ...receipt }: ReceiptProps & { onDone: () => void }) {
  return (
    <PrintSheet onDone={onDone}>
      <Receipt {...receipt} />
    </PrintSheet>
  );
}
