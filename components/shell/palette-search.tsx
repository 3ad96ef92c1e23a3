"use client";

import { Hash, Plus, Search, UserRound, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Button } from "react-aria-components/Button";
import { Menu } from "react-aria-components/Menu";
import { Input, SearchField } from "react-aria-components/SearchField";
import { undecidedWords } from "#components/ui/decision.ts";
import { MenuItem, MenuSection } from "#components/ui/menu";
import { Spinner } from "#components/ui/spinner";
import { bornWords } from "#components/ui/time-words";
import { useDecision } from "#components/ui/use-decision.ts";
import { isFoundByBirth } from "#lib/browser/api/found-patients";
import { useFindTime } from "#lib/browser/page/find-time";
import { useAside } from "#lib/browser/page/form-intent";
import { useDateReason } from "#lib/browser/page/use-date-reason";
import { useAccountId, useJobType } from "#lib/browser/session/account";
import { fullName } from "#lib/kernel/full-name";
import { scannedText } from "#lib/kernel/scanned-text";
import type { PatientModel } from "#lib/resources/patients/model";
import { mrnWords } from "#lib/resources/patients/mrn";
import { useSections } from "./navigation.tsx";
import { JOB, keyOf, NEW_PATIENT, useFound, useFoundPatients, useNamedJob, useNewPatient } from "./palette-finds.ts";
import { type Command, commandIn, matchingOffers, matchingPages, nearMatches, readJobId } from "./palette-matches.ts";
import { words } from "./palette-words.ts";
import { useOffers } from "./use-offers.ts";
import { useStartFor } from "./use-start-for.ts";
import { TIME_SEARCH, useTimeSearch } from "./use-time-search.ts";

/** The keys that mark an item of the list. */
const MOVES = ["ArrowDown", "ArrowUp", "Home", "End", "PageDown", "PageUp"];

/** Checks whether a result may be another patient than the one that was sought. */
const isOnlyNear = ({ similar }: PatientModel & { similar?: boolean }): boolean => similar === true;

/** Returns the key of the item that has the list's focus; null if it is no longer listed. */
function focusedKey(input: HTMLInputElement): string | null {
  const focused = input.getAttribute("aria-activedescendant");
  return (focused && document.getElementById(focused)?.dataset.key) || null;
}

interface PaletteSearchProps {
  /** Returns what was typed before the field had the focus. */
  takeTyped: () => string;
  onDone: () => void;
}

/**
 * The search field and its results. Enter opens a patient, a page or a job, or starts an operation; Tab on a patient
 * leads to the operations for that patient. Without an item that the arrow keys have marked, both take the only match of
 * the text, also if it comes later; of several patients none is opened.
 */
export function PaletteSearch({ takeTyped, onDone }: PaletteSearchProps) {
  const [text, setText] = useState("");
  /** True once the arrow keys have marked an item for the present text. */
  const isMarked = useRef(false);
  const isForPatient = useRef(false);
  const [patient, setPatient] = useState<PatientModel | null>(null);
  const accountId = useAccountId();
  const router = useRouter();
  const { openForm } = useAside();
  const { open: findTime } = useFindTime();
  const startOperation = useStartFor();
  const everyOffer = useOffers();
  const everyPage = [...useSections(), ...useTimeSearch()];
  const meantOffers = matchingOffers(everyOffer, text);
  const meantPages = patient === null ? matchingPages(everyPage, text) : [];
  /** Pages and operations are known at once, and Enter takes their first; of those of a similar name only a person takes one. */
  const isKnown = text.trim() === "" || patient !== null || meantPages.length > 0 || meantOffers.length > 0;
  const offers = isKnown ? meantOffers : nearMatches(everyOffer, text);
  const pages = isKnown ? meantPages : nearMatches(everyPage, text);
  const { job, isLooking: isLookingForJob, isSettled, open: openNamed } = useNamedJob(text, patient === null);
  const jobType = useJobType(job?.type ?? "");
  const whole = useFoundPatients(text, patient === null);
  // The words of an operation may be somebody's name: they are taken for it where the whole text finds nobody.
  const command = isKnown || whole.isLooking || !whole.patients.every(isOnlyNear) ? null : commandIn(everyOffer, text);
  const named = useFoundPatients(command?.who ?? "", command !== null);
  const isLookingForPatients = whole.isLooking || named.isLooking;
  const isFailed = whole.isFailed || named.isFailed;
  const isCommand = command !== null && named.patients.length > 0;
  const found = isCommand ? named.patients : whole.patients;
  // The job is listed above the patients: if it arrived later, the list's focus would stay below it, and Enter would
  // open a patient.
  const patients = isSettled ? found : [];
  const { find, patientOf: foundBy } = useFound();
  const patientOf = (key: string) => patients.find((each) => key === keyOf(each)) ?? foundBy(key);

  /** Enter before the list has a focused item opens the first result. */
  const listed = [
    ...pages.map(({ section }) => `page ${section}`),
    ...offers.filter(({ refusal }) => refusal === null).map(({ id }) => id),
    ...patients.map(keyOf),
  ];
  const mayBeJob = patient === null && readJobId(text) !== null && patients.length === 0;
  const firstKey = job || mayBeJob ? JOB : listed[0];

  const create = useNewPatient(text);
  const isNobody = patient === null && !job && pages.length === 0 && offers.length === 0 && found.every(isOnlyNear);

  const act = (key: string, by: Command | null = isCommand ? command : null) => {
    if (key === NEW_PATIENT) {
      create?.();
      onDone();
      return;
    }
    const chosen = patientOf(key);
    const page = pages.find(({ section }) => key === `page ${section}`);
    if (key === JOB) {
      void openNamed().then((isThere) => {
        if (isThere) onDone();
      });
      return;
    }
    const offer = patient && offers.find(({ id }) => id === key);
    if (chosen && by) startOperation(by.offer, chosen);
    else if (chosen) router.push(`/a/${accountId}/patients/${encodeURIComponent(chosen.mrn)}`);
    else if (page?.section === TIME_SEARCH) findTime("any");
    else if (page) router.push(`/a/${accountId}/${page.section}`);
    else if (patient && offer) startOperation(offer, patient);
    else openForm(key);
    onDone();
  };

  const startFor = (chosen: PatientModel) => {
    setPatient(chosen);
    changeText("");
  };

  /** What the last decided text asked for, if it named an operation and a patient. */
  const asked = useRef<Command | null>(null);
  const findAsked = async (typed: string) => {
    asked.current = null;
    const choices = await find(typed);
    const also = choices.every(({ near }) => near) ? commandIn(everyOffer, typed) : null;
    const ofCommand = also ? await find(also.who) : [];
    if (ofCommand.length === 0) return choices;
    asked.current = also;
    return ofCommand;
  };
  const { state, decide, forget } = useDecision(findAsked, ({ id }) => {
    const chosen = foundBy(id);
    if (isForPatient.current && chosen) startFor(chosen);
    else act(id, asked.current);
  });
  const isLooking = isLookingForJob || isLookingForPatients || state === "looking";
  const dateReason = useDateReason(patient === null ? scannedText(text) : "");
  const undecided = state === null || state === "looking" ? null : undecidedWords(state, dateReason);

  const changeText = (next: string) => {
    if (next !== text) forget();
    isMarked.current = false;
    setText(next);
  };

  /** Takes what Enter takes while no item is marked. */
  const enter = () => {
    isForPatient.current = false;
    if (!isKnown) void decide(text.trim());
    else if (firstKey) act(firstKey);
  };
  const entered = useRef("");
  const enterTyped = useEffectEvent((shown: string) => {
    if (entered.current === "" || shown !== entered.current) return;
    entered.current = "";
    enter();
  });
  // Enter was pressed before the field was there, as a scanner does.
  useEffect(() => enterTyped(text), [text]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (MOVES.includes(event.key)) isMarked.current = true;
    const focused = focusedKey(event.currentTarget);
    const chosen = focused === null ? undefined : patientOf(focused);
    const isTab = event.key === "Tab" && !event.shiftKey;
    if ((event.key === "Enter" || (isTab && !isKnown)) && !isMarked.current) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter") return enter();
      isForPatient.current = true;
      void decide(text.trim());
    } else if (event.key === "Escape") {
      // Closes at once; the library would clear the text first.
      event.stopPropagation();
      forget();
      onDone();
    } else if (isTab && chosen) {
      event.preventDefault();
      event.stopPropagation();
      startFor(chosen);
    }
  };

  return (
    <Autocomplete inputValue={text} onInputChange={changeText} disableAutoFocusFirst={!isKnown}>
      <SearchField aria-label={words.searchEverything} autoFocus className="border-b border-line">
        <div className="flex h-12 items-center gap-2.5 px-4">
          {isLooking ? <Spinner /> : <Search aria-hidden="true" className="size-4 shrink-0 text-faint" />}
          {patient && (
            <span className="flex max-w-[50%] items-center gap-1 rounded-md bg-accent-soft py-0.5 pr-0.5 pl-2 text-sm font-medium text-accent-text">
              <span className="truncate">{fullName(patient)}</span>
              <Button
                slot={null}
                aria-label={words.without(fullName(patient))}
                onPress={() => setPatient(null)}
                className="flex size-5 shrink-0 items-center justify-center rounded-sm data-hovered:bg-hover"
              >
                <X aria-hidden="true" className="size-3.5" />
              </Button>
            </span>
          )}
          <Input
            placeholder={patient ? words.operation : words.anything}
            autoComplete="off"
            spellCheck="false"
            onKeyDownCapture={onKeyDown}
            onFocus={() => {
              // Outside of the updater, which React may run twice.
              const typed = takeTyped();
              const whole = text + typed.trimEnd();
              if (typed.endsWith("\n")) entered.current = whole;
              if (typed !== "") changeText(whole);
            }}
            className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint pointer-coarse:text-lg [&::-webkit-search-cancel-button]:hidden"
          />
        </div>
      </SearchField>
      <Menu
        aria-label={words.found}
        onAction={(key) => act(String(key))}
        disabledKeys={offers.filter(({ refusal }) => refusal !== null).map(({ id }) => id)}
        renderEmptyState={() => (
          <p className="px-3 py-8 text-center text-sm text-faint">
            {isLooking ? words.looking : isFailed ? null : [words.nothingFound, dateReason].filter(Boolean).join(". ")}
          </p>
        )}
        className="min-h-0 flex-1 overflow-auto p-1.5 outline-none"
      >
        {job && (
          <MenuSection title={words.jobs}>
            <MenuItem
              id={JOB}
              label={words.openJob(job.job_id)}
              detail={`${jobType?.name ?? job.type} · ${job.status}`}
              icon={<Hash />}
            />
          </MenuSection>
        )}
        {pages.length > 0 && (
          <MenuSection title={words.goTo}>
            {pages.map(({ section, name, Icon }) => (
              <MenuItem key={section} id={`page ${section}`} label={name} icon={<Icon />} />
            ))}
          </MenuSection>
        )}
        {offers.length > 0 && (
          <MenuSection title={patient ? words.newFor(fullName(patient)) : words.newOperation}>
            {offers.map(({ id, title, summary, refusal }) => (
              <MenuItem key={id} id={id} label={title} detail={refusal ?? summary} icon={<Plus />} />
            ))}
          </MenuSection>
        )}
        {patients.length > 0 && (
          <MenuSection title={words.patients}>
            {patients.map((each) => (
              <MenuItem
                key={each.ehr_id}
                id={keyOf(each)}
                label={isCommand ? words.startFor(command.offer.title, fullName(each)) : fullName(each)}
                detail={[
                  each.similar && words.similarName,
                  isFoundByBirth(text.trim(), each) && words.byBirthDate,
                  mrnWords(each.mrn),
                  bornWords(each.dob),
                  each.phone,
                ]
                  .filter(Boolean)
                  .join(" · ")}
                icon={<UserRound />}
              />
            ))}
          </MenuSection>
        )}
        {isNobody && create && !isLooking && !isFailed && (
          <MenuSection title={patients.length > 0 ? words.newOperation : words.nobodyFound}>
            <MenuItem id={NEW_PATIENT} label={words.newPatient(text.trim())} icon={<Plus />} />
          </MenuSection>
        )}
      </Menu>
      {patients.length > 0 ? (
        <p className="border-t border-line px-4 py-2 text-xs text-faint pointer-coarse:hidden">
          {isCommand ? words.enterStarts(command.offer.title) : words.enterAndTab}
        </p>
      ) : null}
      <p role="status" className="border-t border-line px-4 py-2 text-sm text-danger empty:hidden">
        {isFailed ? words.notSearched : undecided}
      </p>
    </Autocomplete>
  );
}
