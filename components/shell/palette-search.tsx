"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Hash, Plus, Search, UserRound, X } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Button } from "react-aria-components/Button";
import { Menu } from "react-aria-components/Menu";
import { Input, SearchField } from "react-aria-components/SearchField";
import { MenuItem, MenuSection } from "#components/ui/menu";
import { Spinner } from "#components/ui/spinner";
import { bornWords } from "#components/ui/time-words";
import { jobDetail } from "#lib/browser/api/job";
import { patientSearch } from "#lib/browser/api/patients";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccountId, useJobType } from "#lib/browser/session/account";
import type { PatientModel } from "#lib/resources/patients/model";
import { mrnWords } from "#lib/resources/patients/mrn";
import { matchingOffers, readJobId } from "./palette-matches.ts";
import { useOffers } from "./use-offers.ts";

const patientName = ({ first_name, last_name }: PatientModel): string => `${last_name}, ${first_name}`;

const JOB = "job";

/** Minimum of letters: fewer match half of the practice. */
const MIN_SEARCH = 2;

/** Returns the patients that match a text; none for a short text or after a patient was chosen. */
function usePatients(text: string, isWanted: boolean) {
  const words = useDeferredValue(text.trim());
  const enabled = isWanted && words.length >= MIN_SEARCH;
  const search = useQuery({ ...patientSearch(useAccountId(), words), enabled });
  // Results of an earlier text must not be under a finger that is about to choose.
  const isAsked = words === text.trim();
  const isCurrent = enabled && isAsked && !search.isPlaceholderData;
  return {
    patients: isCurrent ? (search.data ?? []) : [],
    isLooking: enabled && (search.isFetching || !isAsked),
    isFailed: isCurrent && search.isError && !search.isFetching,
  };
}

/** Returns the job in a text once it is known to exist, and a function that opens it at once. */
function useNamedJob(text: string, isWanted: boolean) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const { openJob } = useAside();
  const named = isWanted ? readJobId(text) : null;
  const asked = useDeferredValue(named) ?? 0;
  const { data, isFetching, isPending, isError } = useQuery({ ...jobDetail(accountId, asked), enabled: asked !== 0 });
  const isSettled = named === null || (asked === named && !isPending);
  return {
    job: named !== null && data?.job_id === named ? data : null,
    isLooking: isFetching || !isSettled,
    /** False until it is known whether the job exists. */
    isSettled,
    /** Resolves to whether the job exists. */
    open: async (): Promise<boolean> => {
      if (named === null || (isError && asked === named)) return false;
      const found = await client.fetchQuery(jobDetail(accountId, named)).catch(() => null);
      if (found) openJob(found.job_id);
      return found !== null;
    },
  };
}

/** Returns whether the list's focus is on an item that is still listed. */
function pointsAtItem(input: HTMLInputElement): boolean {
  const focused = input.getAttribute("aria-activedescendant");
  return focused !== null && document.getElementById(focused) !== null;
}

/** The search field and its results. A chosen patient leads to the operations for that patient. */
export function PaletteSearch({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState("");
  const [patient, setPatient] = useState<PatientModel | null>(null);
  const { openForm } = useAside();
  const offers = matchingOffers(useOffers(), text);
  const { job, isLooking: isLookingForJob, isSettled, open: openNamed } = useNamedJob(text, patient === null);
  const jobType = useJobType(job?.type ?? "");
  const { patients: found, isLooking: isLookingForPatients, isFailed } = usePatients(text, patient === null);
  // The job is listed above the patients: if it arrived later, the list's focus would stay below it, and Enter would
  // select a patient.
  const patients = isSettled ? found : [];
  const isLooking = isLookingForJob || isLookingForPatients;

  /** Enter before the list has a focused item opens the first unambiguous result. */
  const firstKey =
    patient === null && readJobId(text) !== null ? JOB : offers.find(({ refusal }) => refusal === null)?.id;

  const act = (key: string) => {
    const chosen = patients.find(({ ehr_id }) => key === `patient ${ehr_id}`);
    if (chosen) {
      setPatient(chosen);
      setText("");
      return;
    }
    if (key === JOB) {
      void openNamed().then((isThere) => {
        if (isThere) onDone();
      });
      return;
    }
    openForm(key, patient ? { patient_mrn: patient.mrn } : undefined);
    onDone();
  };

  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Search patients, jobs and operations" autoFocus className="border-b border-line">
        <div className="flex h-12 items-center gap-2.5 px-4">
          {isLooking ? <Spinner /> : <Search aria-hidden="true" className="size-4 shrink-0 text-faint" />}
          {patient && (
            <span className="flex max-w-[50%] items-center gap-1 rounded-md bg-accent-soft py-0.5 pr-0.5 pl-2 text-sm font-medium text-accent-text">
              <span className="truncate">{patientName(patient)}</span>
              <Button
                slot={null}
                aria-label={`Without ${patientName(patient)}`}
                onPress={() => setPatient(null)}
                className="flex size-5 shrink-0 items-center justify-center rounded-sm data-hovered:bg-hover"
              >
                <X aria-hidden="true" className="size-3.5" />
              </Button>
            </span>
          )}
          <Input
            placeholder={patient ? "Operation…" : "Patient, job number or operation…"}
            autoComplete="off"
            spellCheck="false"
            onKeyDownCapture={(event) => {
              if (event.key === "Escape") {
                // Closes at once; the library would clear the text first.
                event.stopPropagation();
                onDone();
              } else if (event.key === "Enter" && firstKey && !pointsAtItem(event.currentTarget)) {
                event.preventDefault();
                event.stopPropagation();
                act(firstKey);
              }
            }}
            className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint pointer-coarse:text-lg [&::-webkit-search-cancel-button]:hidden"
          />
        </div>
      </SearchField>
      <Menu
        aria-label="Found"
        onAction={(key) => act(String(key))}
        disabledKeys={offers.filter(({ refusal }) => refusal !== null).map(({ id }) => id)}
        renderEmptyState={() => (
          <p className="px-3 py-8 text-center text-sm text-faint">
            {isLooking ? "Looking…" : isFailed ? null : "Nothing found"}
          </p>
        )}
        className="min-h-0 flex-1 overflow-auto p-1.5 outline-none"
      >
        {job && (
          <MenuSection title="Jobs">
            <MenuItem
              id={JOB}
              label={`Open job ${job.job_id}`}
              detail={`${jobType?.name ?? job.type} · ${job.status}`}
              icon={<Hash />}
            />
          </MenuSection>
        )}
        {offers.length > 0 && (
          <MenuSection title={patient ? `New for ${patientName(patient)}` : "New"}>
            {offers.map(({ id, name, summary, refusal }) => (
              <MenuItem key={id} id={id} label={name} detail={refusal ?? summary} icon={<Plus />} />
            ))}
          </MenuSection>
        )}
        {patients.length > 0 && (
          <MenuSection title="Patients">
            {patients.map((each) => (
              <MenuItem
                key={each.ehr_id}
                id={`patient ${each.ehr_id}`}
                label={patientName(each)}
                detail={`${mrnWords(each.mrn)} · ${bornWords(each.dob)}${each.phone ? ` · ${each.phone}` : ""}`}
                icon={<UserRound />}
              />
            ))}
          </MenuSection>
        )}
      </Menu>
      <p role="status" className="border-t border-line px-4 py-2 text-sm text-danger empty:hidden">
        {isFailed ? "The patients could not be searched. Type on to try again." : null}
      </p>
    </Autocomplete>
  );
}
