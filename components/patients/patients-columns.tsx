import type { Column } from "#components/ui/data-table/column.ts";
import { Link } from "#components/ui/link";
import { MarkedName } from "#components/ui/marked-name";
import { PhoneLink } from "#components/ui/phone";
import { formatDate } from "#components/ui/time-words";
import type { FoundPatient } from "#lib/browser/api/patient-search";
import { ageOn } from "#lib/kernel/age";
import { fullName } from "#lib/kernel/full-name";
import { words } from "./words.ts";

/** A patient of the list, and whether the name is only similar to what was searched for. */
export type ListedPatient = Omit<FoundPatient, "similar"> & Partial<Pick<FoundPatient, "similar">>;

/** Returns the columns of the table of patients. `today` (YYYY-MM-DD) is the day on which their ages are shown. */
export const patientsColumns = (accountId: string, today: string): readonly Column<ListedPatient>[] => [
  {
    id: "last_name",
    title: words.patient,
    grow: 3,
    always: true,
    sort: "server",
    cell: (patient) => (
      <MarkedName reason={patient.set_aside}>
        <Link coversRow href={`/a/${accountId}/patients/${encodeURIComponent(patient.mrn)}`}>
          {fullName(patient)}
        </Link>
        {patient.similar && <span className="ml-1.5 text-xs text-faint">{words.similarName}</span>}
      </MarkedName>
    ),
  },
  { id: "mrn", title: words.mrn, hideBelow: "md", sort: "server", cell: ({ mrn }) => mrn },
  {
    id: "dob",
    title: words.born,
    end: true,
    cell: ({ dob }) => (dob === null ? <span className="text-faint">{words.unknown}</span> : formatDate(dob)),
  },
  { id: "age", title: words.age, end: true, hideBelow: "lg", cell: ({ dob }) => ageOn(dob, today) },
  { id: "gender", title: words.sex, hideBelow: "2xl", cell: ({ gender }) => gender },
  {
    id: "phone",
    title: words.phone,
    end: true,
    hideBelow: "lg",
    cell: ({ phone }) => <PhoneLink number={phone} className="relative z-1" />,
  },
  { id: "email", title: words.email, grow: 3, hideBelow: "4xl", cell: ({ email }) => email },
  {
    id: "city",
    title: words.city,
    grow: 2,
    hideBelow: "5xl",
    cell: ({ address: { city, state } }) => [city, state].filter(Boolean).join(", "),
  },
  { id: "ehr_id", title: words.emrId, optional: true, hideBelow: "3xl", cell: ({ ehr_id }) => ehr_id },
];
