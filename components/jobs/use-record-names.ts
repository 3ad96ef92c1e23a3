import { useQuery } from "@tanstack/react-query";
import { formatDate, formatHour } from "#components/ui/time-words";
import { appointmentById } from "#lib/browser/api/appointment-by-id";
import { appointmentDetail } from "#lib/browser/api/appointments";
import { type NameOf, useChoiceNames } from "#lib/browser/api/choice-names";
import { useItemNames } from "#lib/browser/api/order-catalog";
import { useAccount } from "#lib/browser/session/account";
import type { FormField, Widget } from "#lib/definitions/operation";
import type { AppointmentModel } from "#lib/resources/appointments/model";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Names an appointment by its patient and time: "Ana Nguyen, Mar 2, 2026, 9 AM". */
export const visitName = (
  { patient_name, datetime }: Pick<AppointmentModel, "patient_name" | "datetime">,
  timezone: string,
): string =>
  [patient_name, formatDate(datetime.slice(0, 10)), formatHour(datetime, timezone)].filter(Boolean).join(", ");

/** Returns the name of an appointment by its id in the EMR, or by its id here; null if unknown or still loading. */
function useVisitName({ emrAppointmentId, id }: { emrAppointmentId: string; id: string }): string | null {
  const { id: accountId, timezone } = useAccount();
  const byEmrId = useQuery({ ...appointmentDetail(accountId, emrAppointmentId), enabled: emrAppointmentId !== "" });
  const byId = useQuery({ ...appointmentById(accountId, id), enabled: id !== "", retry: false });
  const visit = byEmrId.data ?? byId.data;
  return visit ? visitName(visit, timezone) : null;
}

/** Returns a function that names the values of a request or a result with the fields of `form`. */
export function useRecordNames(form: Record<string, FormField>, record: Record<string, unknown>): NameOf {
  const { id: accountId } = useAccount();
  const fields = Object.entries(form).filter(([name]) => name in record);
  const widgets = [...new Set(fields.map(([, { widget }]) => widget))];
  const choiceName = useChoiceNames(accountId, widgets);
  const itemType = widgets.includes("catalog-items") ? textOf(record.type) : "";
  const itemName = useItemNames(accountId, itemType === "" ? [] : [itemType]);
  const idBy = (named: Widget) => textOf(record[fields.find(([, { widget }]) => widget === named)?.[0] ?? ""]);
  const visitWords = useVisitName({ emrAppointmentId: idBy("appointment"), id: idBy("visit") });
  return (widget, value) => {
    if (widget === "catalog-items") return itemName(itemType, value);
    if (widget === "appointment" || widget === "visit") return visitWords ?? value;
    return choiceName(widget, value);
  };
}
