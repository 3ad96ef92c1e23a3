"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { redeliverEvents } from "#lib/browser/api/events";
import { useAccountId } from "#lib/browser/session/account";

/** Redelivers the selected events to all of their targets, one after the other, and shows how many are queued. */
export function RedeliverSelected({ ids }: { ids: readonly string[] }) {
  const [done, setDone] = useState(0);
  const send = useMutation(redeliverEvents(useQueryClient(), useAccountId(), setDone));
  const failed = send.data?.failed ?? [];
  return (
    <>
      <Button
        size="sm"
        icon={<RotateCw aria-hidden="true" />}
        pending={send.isPending}
        onPress={() => {
          setDone(0);
          send.mutate(ids);
        }}
      >
        {send.isPending ? `${done} of ${ids.length}…` : "Redeliver selected"}
      </Button>
      <span role="status">
        {send.isSuccess && failed.length === 0 ? `${done} queued to be sent again.` : null}
        {failed.length > 0 ? (
          <span className="text-danger">{`${failed.length} could not be queued: ${failed[0]}`}</span>
        ) : null}
      </span>
    </>
  );
}
