import { useCallback, useRef, useState } from "react";
import { ApiFailure, isPassing } from "#lib/browser/api/api-failure";
import type { OpenSlot } from "#lib/browser/api/availability";
import type { Acceptance } from "#lib/browser/api/create-operation";
import { callDefined } from "#lib/browser/api/fetcher";
import { SubmissionKey } from "#lib/browser/drafts/submission-key";
import { sendAgain } from "#lib/browser/forms/send-again";
import { type OperationSummary, useAccountId } from "#lib/browser/session/account";

/** Why a visit was not sent: its time is taken, nothing came back or a retry may help, or it was refused for good. */
export type NotSent = "taken" | "passing" | "refused";

const RETRIES = 2;

/** Fields that the server names if a time is not free any more. */
const OF_TIME = new Set(["datetime", "slot_id"]);

function notSentBy(error: unknown): NotSent {
  if (!(error instanceof ApiFailure)) return "passing";
  const isOfTime = error.errors.some(({ field }) => OF_TIME.has(field));
  if (isOfTime && (error.status === 409 || error.status === 404)) return "taken";
  // 401: the page around the view has no new token yet. 409 without a field: the first press is still under way.
  return isPassing(error) || [401, 409, 429].includes(error.status) || error.status >= 500 ? "passing" : "refused";
}

export interface Booking {
  isSending: boolean;
  /** The last attempt's failure; null if there is none. */
  failure: NotSent | null;
  /** Forgets the failure; the same visit would still be the same request, as its answer may only be lost. */
  forget(): void;
  /** Ends what was sent: the same visit is another request from now on. */
  end(): void;
  /** Sends a visit. Returns the job's id, or why there is none. */
  send(slot: OpenSlot, further: Record<string, unknown>): Promise<number | NotSent>;
}

/** Sends visits: the same visit has the same Idempotency-Key, so that a second press or a repeat after a lost answer books nothing more. */
export function useBooking({ method, path }: OperationSummary): Booking {
  const accountId = useAccountId();
  const key = useRef<SubmissionKey | null>(null);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<NotSent | null>(null);
  const underWay = useRef<Promise<number | NotSent> | null>(null);

  const end = useCallback(() => {
    key.current = null;
  }, []);

  async function attempt(body: Record<string, unknown>): Promise<number | NotSent> {
    setSending(true);
    setFailure(null);
    try {
      key.current ??= new SubmissionKey();
      const idempotencyKey = key.current.forBody(body);
      const send = () => callDefined<Acceptance>(accountId, `${method} ${path}`, body, { idempotencyKey });
      return Number((await sendAgain(send, RETRIES)).job_id);
    } catch (error) {
      const reason = notSentBy(error);
      setFailure(reason);
      return reason;
    } finally {
      setSending(false);
    }
  }

  return {
    isSending,
    failure,
    forget: () => setFailure(null),
    end,
    send({ id, datetime, provider_ehr_id, location_id }, further) {
      underWay.current ??= attempt({ slot_id: id, datetime, provider_ehr_id, location_id, ...further }).finally(() => {
        underWay.current = null;
      });
      return underWay.current;
    },
  };
}
