import { useQuery } from "@tanstack/react-query";
import { formatDate, formatHour } from "#components/ui/time-words";
import { appointmentDetail } from "#lib/browser/api/appointments";
import { type NameOf, useChoiceNames } from "#lib/browser/api/choice-names";
import { useItemNames } from "#lib/browser/api/order-catalog";
import { useAccount } from "#lib/browser/session/account";
import type { FormField } from "#lib/definitions/operation";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * Returns the display name of an appointment by its id in the EMR, "Nguyen, Ana, Mar 2, 2026, 9 AM"; null if unknown or
 * still loading.
 */
function useAppointmentName(emrAppointmentId: string): string | null {
  const { id: accountId, timezone } = useAccount();
  const { data: visit } = useQuery({
    ...appointmentDetail(accountId, emrAppointmentId),
    enabled: emrAppointmentId !== "",
  });
  if (!visit) return null;
  const { patient_last_name: last, patient_first_name: first, datetime } = visit;
  return [last, first, formatDate(datetime.slice(0, 10)), formatHour(datetime, timezone)].filter(Boolean).join(", ");
}

/** Returns a function that names the values of a request or a result with the fields of `form`. */
export function useRecordNames(form: Record<string, FormField>, record: Record<string, unknown>): NameOf {
  const { id: accountId } = useAccount();
  const fields = Object.entries(form).filter(([name]) => name in record);
  const widgets = [...new Set(fields.map(([, { widget }]) => widget))];
  const choiceName = useChoiceNames(accountId, widgets);
  const itemType = widgets.includes("catalog-items") ? textOf(record.type) : "";
  const itemName = useItemNames(accountId, itemType === "" ? [] : [itemType]);
  const [appointmentField] = fields.find(([, { widget }]) => widget === "appointment") ?? [];
  const appointmentName = useAppointmentName(appointmentField ? textOf(record[appointmentField]) : "");
  return (widget, value) => {
    if (widget === "catalog-items") return itemName(itemType, value);
    if (widget === "appointment") return appointmentName ?? value;
    return choiceName(widget, value);
  };
}
