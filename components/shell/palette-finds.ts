import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useRef } from "react";
import type { Choice } from "#components/ui/choice";
import { jobById } from "#lib/browser/api/job";
import { meantPatients } from "#lib/browser/api/meant-patients";
import { patientSearch } from "#lib/browser/api/patient-search";
import { useAside } from "#lib/browser/page/form-intent";
import { useSettled } from "#lib/browser/page/use-settled";
import { canStart, useAccount, useAccountId, useOperationAt } from "#lib/browser/session/account";
import { fullName } from "#lib/kernel/full-name";
import { scannedText } from "#lib/kernel/scanned-text";
import type { PatientModel } from "#lib/resources/patients/model";
import { readJobId } from "./palette-matches.ts";

/** Minimum of letters: fewer match half of the practice. */
const MIN_SEARCH = 2;

/** Returns the patients that match a text; none for a short text or after a patient was chosen. */
export function useFoundPatients(text: string, isWanted: boolean) {
  const words = useDeferredValue(scannedText(text));
  const enabled = isWanted && words.length >= MIN_SEARCH;
  const search = useQuery({ ...patientSearch(useAccountId(), words), enabled });
  // Results of an earlier text must not be under a finger that is about to choose.
  const isAsked = words === scannedText(text);
  const isCurrent = enabled && isAsked && !search.isPlaceholderData;
  return {
    patients: isCurrent ? (search.data ?? []) : [],
    isLooking: enabled && (search.isFetching || !isAsked),
    isFailed: isCurrent && search.isError && !search.isFetching,
  };
}

/** Returns the job in a text once it is known to exist, and a function that opens it at once. */
export function useNamedJob(text: string, isWanted: boolean) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const { openJob } = useAside();
  const named = isWanted ? readJobId(text) : null;
  // A number is looked up once it is complete: its first digits name other jobs.
  const asked = Number(useSettled(String(named ?? 0)));
  const { data, isFetching, isPending } = useQuery({ ...jobById(accountId, asked), enabled: asked !== 0 });
  const isSettled = named === null || (asked === named && !isPending);
  return {
    job: named !== null && data?.job_id === named ? data : null,
    isLooking: isFetching || !isSettled,
    /** False until it is known whether the job exists. */
    isSettled,
    /** Resolves to whether the job exists. */
    open: async (): Promise<boolean> => {
      if (named === null) return false;
      const found = await client.fetchQuery(jobById(accountId, named)).catch(() => null);
      if (found) openJob(found.job_id);
      return found !== null;
    },
  };
}

/** The key of the named job's entry. */
export const JOB = "job";

/** The key of the entry that creates a patient. */
export const NEW_PATIENT = "new patient";

/** What may be a name: a number alone is none. */
const NAME = /\p{L}{2}/u;

/** Returns a function that opens the form of a new patient with a text; undefined for one without a name, and where none can be created. */
export function useNewPatient(text: string): (() => void) | undefined {
  const account = useAccount();
  const operation = useOperationAt("patients");
  const { openForm } = useAside();
  if (!NAME.test(text) || !operation || !canStart(account, operation)) return undefined;
  return () =>
    void import("#lib/resources/patients/search-words").then(({ typedPerson }) =>
      openForm(operation.id, { ...typedPerson(text.trim()) }),
    );
}

/** Returns the key of a patient's entry; patients may share an MRN. */
export const keyOf = ({ ehr_id }: PatientModel): string => `patient ${ehr_id}`;

/**
 * Returns what a text alone may open: the job that it names, unless a patient has exactly this MRN, or the patients that
 * it finds. `patientOf` returns the patient of a found choice.
 */
export function useFound() {
  const accountId = useAccountId();
  const client = useQueryClient();
  const known = useRef(new Map<string, PatientModel>());
  return {
    patientOf: (id: string) => known.current.get(id),
    find: async (text: string): Promise<Choice[]> => {
      const named = readJobId(text);
      const code = scannedText(text);
      const [job, meant] = await Promise.all([
        named === null ? null : client.fetchQuery(jobById(accountId, named)).catch(() => null),
        text.startsWith("#") ? null : meantPatients(client, accountId, code),
      ]);
      const jobs = job === null ? [] : [{ id: JOB, name: String(job.job_id) }];
      const isExact = meant?.patients.some(({ mrn }) => mrn === code) === true;
      if (!meant || (jobs.length > 0 && !isExact)) return jobs;
      known.current = new Map(meant.patients.map((patient) => [keyOf(patient), patient]));
      const patients = meant.patients.map((patient) => ({
        id: keyOf(patient),
        name: fullName(patient),
        near: meant.isNear,
      }));
      return [...jobs, ...patients];
    },
  };
}
