"use client";

import { ChevronDown } from "lucide-react";
import { visitTitle } from "#components/appointments/visit-title.ts";
import { Spinner } from "#components/ui/spinner";
import { isChanging, isSending, type StatusChange, shownStatus } from "#lib/browser/api/change-status";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { MEANING_LOOKS, MeaningIcon, PLAIN_MARK } from "./meaning-look.tsx";
import type { OpenStatusMenu } from "./status-menu.tsx";
import { useMeanings } from "./use-meanings.ts";
import type { StatusWords } from "./use-status-words.ts";
import { words } from "./words.ts";

/** Returns a record's status in the practice's words, with a change in progress. */
export function statusWords(record: AppointmentModel, change: StatusChange | undefined, statuses: StatusWords): string {
  const status = shownStatus(record.status, change);
  return statuses.get(status) ?? status;
}

interface StatusMarkProps {
  record: AppointmentModel;
  change: StatusChange | undefined;
  statuses: StatusWords;
  /** Opens the menu of statuses; undefined if the status cannot be changed. */
  onOpenMenu?: OpenStatusMenu | undefined;
  /** True for the size of ordinary buttons. */
  large?: boolean;
}

/** A record's status; a button if it can be changed. */
export function StatusMark({ record, change, statuses, onOpenMenu, large = false }: StatusMarkProps) {
  const status = statusWords(record, change, statuses);
  const meaning = useMeanings().of(shownStatus(record.status, change));
  const look = meaning ? MEANING_LOOKS[meaning].mark : PLAIN_MARK;
  if (!onOpenMenu) {
    if (!status) return null;
    return (
      <span
        className={`inline-flex h-5 max-w-full items-center gap-1 rounded-full px-2 align-middle text-xs font-medium [&_svg]:size-3.5 [&_svg]:shrink-0 ${look}`}
      >
        <MeaningIcon meaning={meaning} />
        <span className="truncate">{status}</span>
      </span>
    );
  }
  const busy = isSending(change);
  return (
    <button
      type="button"
      aria-label={words.changeStatusOf(visitTitle(record), status)}
      aria-haspopup="menu"
      aria-disabled={busy}
      onClick={({ currentTarget }) => {
        if (!busy) onOpenMenu(record, currentTarget);
      }}
      className={`relative inline-flex max-w-full items-center gap-1 rounded-full align-middle font-medium transition-colors duration-100 hover:text-fg aria-disabled:cursor-progress [&_svg]:size-3.5 [&_svg]:shrink-0 ${look} ${large ? "h-7 px-3 text-sm pointer-coarse:h-9" : "h-6 px-2 text-xs"}`}
    >
      <MeaningIcon meaning={meaning} />
      <span className="truncate">{status || words.noStatus}</span>
      {isChanging(change) ? <Spinner /> : <ChevronDown aria-hidden="true" className="text-faint" />}
    </button>
  );
}
