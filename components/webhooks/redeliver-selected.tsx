"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { redeliverEvents } from "#lib/browser/api/events";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

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
        {send.isPending ? words.progress(done, ids.length) : words.redeliverSelected}
      </Button>
      <span role="status">
        {send.isSuccess && failed.length === 0 ? words.queuedCount(done) : null}
        {failed.length > 0 ? (
          <span className="text-danger">{words.notQueued(failed.length, failed[0] ?? "")}</span>
        ) : null}
      </span>
    </>
  );
}
