import type { Column } from "#components/ui/data-table/column.ts";
import { Link } from "#components/ui/link";
import { formatDate } from "#components/ui/time-words";
import type { PatientModel } from "#lib/resources/patients/model";
import { ageOn } from "./age.ts";
import { nameOf } from "./patient-choices.ts";

/** Returns the columns of the table of patients. `today` (YYYY-MM-DD) is the day on which their ages are shown. */
export const patientsColumns = (accountId: string, today: string): readonly Column<PatientModel>[] => [
  {
    id: "last_name",
    title: "Patient",
    grow: 3,
    always: true,
    sort: "server",
    cell: (patient) => (
      <Link coversRow href={`/a/${accountId}/patients/${encodeURIComponent(patient.mrn)}`}>
        {nameOf(patient)}
      </Link>
    ),
  },
  { id: "mrn", title: "MRN", hideBelow: "md", sort: "server", cell: ({ mrn }) => mrn },
  {
    id: "dob",
    title: "Born",
    end: true,
    cell: ({ dob }) => (dob === null ? <span className="text-faint">unknown</span> : formatDate(dob)),
  },
  { id: "age", title: "Age", end: true, hideBelow: "lg", cell: ({ dob }) => ageOn(dob, today) },
  { id: "gender", title: "Sex", hideBelow: "2xl", cell: ({ gender }) => gender },
  {
    id: "phone",
    title: "Phone",
    end: true,
    hideBelow: "lg",
    cell: ({ phone }) =>
      phone === "" ? null : (
        <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`} className="relative z-1 rounded-sm hover:underline">
          {phone}
        </a>
      ),
  },
  { id: "email", title: "Email", grow: 3, hideBelow: "4xl", cell: ({ email }) => email },
  {
    id: "city",
    title: "City",
    grow: 2,
    hideBelow: "5xl",
    cell: ({ address: { city, state } }) => [city, state].filter(Boolean).join(", "),
  },
  { id: "ehr_id", title: "EMR id", optional: true, hideBelow: "3xl", cell: ({ ehr_id }) => ehr_id },
];
