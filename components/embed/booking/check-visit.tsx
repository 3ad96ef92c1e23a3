"use client";

import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { TextArea } from "#components/ui/text-area";
import { type OperationSummary, useAccount } from "#lib/browser/session/account";
import type { LocationModel } from "#lib/resources/locations/model";
import { words } from "./booking-words.ts";
import { CallTheClinic } from "./call-the-clinic.tsx";
import type { Booking } from "./use-booking.ts";
import { type Choice, VisitFacts } from "./visit-facts.tsx";

const MOST = 1_000;
const REASON = "reason";

interface CheckVisitProps {
  choice: Choice;
  operation: OperationSummary;
  locations: readonly LocationModel[];
  booking: Booking;
  /** What the visitor has typed of the visit; it stays when another time is chosen. */
  reason: string;
  onReason: (reason: string) => void;
  /** Books the visit; null where there is no patient to book for. */
  onBook: (() => void) | null;
  onAnother: () => void;
}

/** Shows the chosen time once more before it is booked, and asks what the visit is about where the EMR has a place for it. */
export function CheckVisit({ choice, operation, locations, booking, ...props }: CheckVisitProps) {
  const { reason, onReason, onBook, onAnother } = props;
  const { required_fields: required, unsupported_fields: unsupported } = useAccount();
  const capability = operation.capability as keyof typeof required;
  const isNeeded = required[capability]?.includes(REASON) ?? false;
  const isTaken = unsupported[capability]?.[REASON] === undefined;
  const [problem, setProblem] = useState<string>();
  const press = () => {
    const found = reason.length > MOST ? words.tooLong(MOST) : undefined;
    const missing = isNeeded && reason.trim() === "" ? words.reasonNeeded : undefined;
    setProblem(found ?? missing);
    if (!found && !missing) onBook?.();
  };
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <VisitFacts {...choice} locations={locations} />
      {isTaken ? (
        <TextArea
          label={words.reason}
          help={words.reasonHelp}
          required={isNeeded}
          value={reason}
          onChange={onReason}
          error={problem}
        />
      ) : null}
      {booking.failure === "passing" ? (
        <Banner announce tone="warning" title={words.notSent}>
          {words.notSentHint}
        </Banner>
      ) : null}
      {booking.failure === "refused" ? (
        <Banner announce tone="danger" title={words.refused}>
          <p>{words.nothingBooked}</p>
          <CallTheClinic locations={locations} />
        </Banner>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {onBook ? (
          <Button variant="primary" pending={booking.isSending} onPress={press}>
            {words.book}
          </Button>
        ) : (
          <p className="text-sm text-muted">{words.preview}</p>
        )}
        <Button isDisabled={booking.isSending} onPress={onAnother}>
          {words.another}
        </Button>
      </div>
    </div>
  );
}
