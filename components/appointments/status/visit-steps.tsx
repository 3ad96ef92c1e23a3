"use client";

import { visitTitle } from "#components/appointments/visit-title.ts";
import { Button } from "#components/ui/button";
import { isSending, type StatusChange, shownStatus } from "#lib/browser/api/change-status";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { MeaningIcon } from "./meaning-look.tsx";
import { useMeanings } from "./use-meanings.ts";
import { useCanChangeStatus, useChangeStatus } from "./use-status-changes.ts";
import type { StatusWords } from "./use-status-words.ts";
import { words } from "./words.ts";

interface VisitStepsProps {
  record: AppointmentModel;
  change: StatusChange | undefined;
  statuses: StatusWords;
  /** Also offers the status for a patient who did not come, while one is expected. */
  withNoShow?: boolean;
  /** On a phone, shows the icons alone. */
  compact?: boolean;
}

/**
 * Buttons that set a visit to its next status in one tap; none if its status or the next one is not mapped. They stay while a
 * choice is being sent, so that nothing in the row moves.
 */
export function VisitSteps({ record, change, statuses, withNoShow = false, compact = false }: VisitStepsProps) {
  const meanings = useMeanings();
  const canChange = useCanChangeStatus()(record);
  const setStatus = useChangeStatus();
  if (!canChange) return null;
  const sent = isSending(change) ? change : undefined;
  const status = sent?.before ?? shownStatus(record.status, change);
  const codes = [
    meanings.nextOf(status),
    withNoShow && meanings.isExpected(status) ? meanings.codeOf("no_show") : undefined,
  ].filter((code) => code !== undefined);
  if (codes.length === 0) return null;
  return (
    // Drawn above the link that covers the row.
    <span className="relative z-1 flex items-center gap-1.5">
      {codes.map((code) => (
        <Button
          key={code}
          size="sm"
          pending={sent?.to === code}
          icon={<MeaningIcon meaning={meanings.of(code)} />}
          aria-label={words.setVisitTo(visitTitle(record), statuses.get(code) ?? code)}
          onPress={() => setStatus(record, code)}
        >
          <span className={compact ? "max-sm:sr-only" : undefined}>{statuses.get(code) ?? code}</span>
        </Button>
      ))}
    </span>
  );
}
