import { type Answer, answer, type Fields, missing, refusal } from "./answer.ts";
import { readAvailability } from "./availability.ts";
import { pageOf } from "./pages.ts";
import type { Service } from "./service.ts";
import { shownAppointment, shownClaim, shownPatient, shownProvider } from "./shown.ts";
import type { Account } from "./state.ts";
import { readWebhookEvents } from "./webhook-events.ts";

type Read = (service: Service, account: Account, query: URLSearchParams) => Answer;

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** Returns whether a record has the values of the named parameters that were sent. */
const fits = (record: Fields, query: URLSearchParams, names: readonly string[]): boolean =>
  names.every((name) => {
    const asked = query.get(name);
    if (asked === null) return true;
    const value = String(record[name] ?? "");
    return name === "phone" ? digitsOf(value) === digitsOf(asked) : value.toLowerCase() === asked.toLowerCase();
  });

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Returns the days of a range, with open ends where none was sent; or a refusal that names the field. */
function rangeOf(query: URLSearchParams, isRequired: boolean): { from: string; to: string } | { refused: Answer } {
  for (const name of ["start_date", "end_date"]) {
    const text = query.get(name);
    if (text === null && isRequired) return { refused: missing(name) };
    if (text !== null && !isDay(text)) return { refused: refusal(400, `${name} must be a date (YYYY-MM-DD)`) };
  }
  return { from: query.get("start_date") ?? "0000-01-01", to: query.get("end_date") ?? "9999-12-31" };
}

/** A list with pages of the records whose day lies in the range. */
const ranged =
  (
    name: "claims" | "referrals" | "orders",
    {
      day,
      filters,
      isRequired,
      shown = (record) => record,
    }: {
      day: string;
      filters: string[];
      isRequired: boolean;
      shown?: (record: Fields, variants: Service["variants"]) => Fields;
    },
  ): Read =>
  (service, { clinic }, query) => {
    const range = rangeOf(query, isRequired);
    if ("refused" in range) return range.refused;
    const rows = clinic[name].filter((record) => {
      const at = String(record[day]);
      const patient = query.get("patient_mrn");
      return (
        at >= range.from &&
        at <= range.to &&
        fits(record, query, filters) &&
        (patient === null || record.patient_mrn === patient)
      );
    });
    return pageOf(service, query, { name, rows: rows.map((record) => shown(record, service.variants)) });
  };

const listed =
  (name: "insurance_providers" | "pharmacies"): Read =>
  (service, { clinic }, query) =>
    pageOf(service, query, { name, rows: clinic[name] });

/** Answers a list whose page of the documentation says nothing of pages: whole, or by pages. */
function whole(service: Service, query: URLSearchParams, name: string, rows: Fields[]): Answer {
  return service.variants.listPages === "none" ? answer({ [name]: rows }) : pageOf(service, query, { name, rows });
}

const readAppointments: Read = (service, { clinic }, query) => {
  const range = rangeOf(query, true);
  if ("refused" in range) return range.refused;
  const categories = query.get("category")?.split(",") ?? ["appointment"];
  const hasAny = service.variants.category === "ignored" || categories.includes("appointment");
  const rows = clinic.appointments
    .filter(({ ehr_id, datetime }) => {
      const day = String(datetime).slice(0, 10);
      return hasAny && ehr_id !== null && day >= range.from && day <= range.to;
    })
    .map((record) => shownAppointment(record, service.variants));
  const further = { warnings: [] };
  if (service.variants.appointmentPages === "none") return answer({ appointments: rows, ...further });
  return pageOf(service, query, { name: "appointments", rows, further });
};

const readOne = ({ variants }: Service, { clinic }: Account, id: string): Answer => {
  const found = clinic.appointments.find(
    (record) => record.id === id.replaceAll("-", "") || (variants.appointmentPath === "either" && record.ehr_id === id),
  );
  if (!found) return refusal(404, "Appointment not found");
  const record = shownAppointment(found, variants);
  if (variants.oneAppointment === "appointment") return answer({ appointment: record });
  return answer({ appointments: variants.oneAppointment === "appointments_array" ? [record] : record });
};

const READS: Record<string, Read> = {
  "/appointments": readAppointments,
  "/availability": readAvailability,
  "/patients": (service, { clinic }, query) =>
    pageOf(service, query, {
      name: "patients",
      rows: clinic.patients
        .filter(({ ehr_id }) => ehr_id !== null)
        .filter((record) => fits(record, query, ["first_name", "last_name", "dob", "phone", "mrn", "ehr_id"]))
        .map((record) => shownPatient(record, service.variants)),
    }),
  "/providers": (service, { clinic }, query) =>
    whole(
      service,
      query,
      "providers",
      clinic.providers.map((record) => shownProvider(record, service.variants)),
    ),
  "/locations": (service, { clinic }, query) => whole(service, query, "locations", clinic.locations),
  "/claims": ranged("claims", { day: "service_date", filters: [], isRequired: false, shown: shownClaim }),
  "/referrals": ranged("referrals", {
    day: "referral_date",
    filters: ["direction", "status", "priority"],
    isRequired: true,
  }),
  "/orders": ranged("orders", { day: "order_date", filters: [], isRequired: false }),
  "/settings": (_service, { reference, clinic }) =>
    clinic.settings === null
      ? refusal(404, "Settings not found")
      : answer({ data: { access_token_reference_id: reference, ...clinic.settings } }),
  "/visit-statuses": (_service, { clinic }) => answer({ data: clinic.visit_statuses }),
  "/referring-providers": (service, { clinic }, query) =>
    whole(
      service,
      query,
      "referring_providers",
      clinic.referring_providers.filter(
        (record) =>
          fits(record, query, ["npi", "phone"]) &&
          ["first_name", "last_name"].every((name) =>
            String(record[name])
              .toLowerCase()
              .includes((query.get(name) ?? "").toLowerCase()),
          ),
      ),
    ),
  "/insurance-providers": listed("insurance_providers"),
  "/pharmacies": listed("pharmacies"),
  "/webhook-events": readWebhookEvents,
};

/** Answers a GET with three headers. */
export function read(service: Service, account: Account, path: string, query: URLSearchParams): Answer {
  const [, first, second] = path.split("/");
  if (first === "appointment" && second) return readOne(service, account, second);
  if (first === "documents" && second) {
    const file = account.clinic.documents.get(second);
    return file ? { status: 200, file } : refusal(404, "Document not found");
  }
  return READS[path]?.(service, account, query) ?? refusal(404, "Not found");
}
