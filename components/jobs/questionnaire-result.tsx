"use client";

import { writtenRecords } from "#lib/browser/api/written";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { useQuestionnaire } from "./use-questionnaire.ts";
import { words } from "./words.ts";

interface QuestionnaireResultProps {
  jobId: number;
  /** The job's request. */
  request: Record<string, unknown>;
}

/** Shows the total and the risk band that the EMR derived from the answers to a scored form (interface 3.2). */
export function QuestionnaireResult({ jobId, request }: QuestionnaireResultProps) {
  const { query: form } = useQuestionnaire(request);
  const { rows } = useRows(writtenRecords(useAccountId(), "services", { job_id: jobId }));
  const [service] = rows;
  if (!service || !form.data?.scored) return null;
  return (
    <div className="flex items-baseline justify-between gap-3 rounded-md bg-sunken px-3 py-2">
      <span className="text-sm text-muted">
        {words.emrTotal}
        <span className="block text-xs text-faint">{form.data.name}</span>
      </span>
      {service.score === null ? (
        <span className="text-sm text-muted">{words.noEmrTotal}</span>
      ) : (
        <span className="text-right">
          <span className="text-lg font-semibold tabular-nums">{service.score}</span>
          {service.risk_band ? <span className="block text-sm text-muted">{service.risk_band}</span> : null}
        </span>
      )}
    </div>
  );
}
