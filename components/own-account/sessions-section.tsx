"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useMemo } from "react";
import { ListSection } from "#components/list-page/list-section";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import type { ListQuery } from "#components/ui/list-body";
import type { SessionModel } from "#lib/administration/own-account/model";
import { endSession, ownAccountKey } from "#lib/browser/api/own-account";
import { useAccountId } from "#lib/browser/session/account";
import { sessionsColumns } from "./sessions-columns.tsx";
import { SESSIONS, words } from "./words.ts";

const keyOf = ({ id }: SessionModel) => id;

interface SessionsSectionProps {
  sessions: readonly SessionModel[];
  /** The query that the sessions are part of. */
  query: ListQuery;
}

/** Lists where the person is signed in, and ends any of those sessions. */
export function SessionsSection({ sessions, query }: SessionsSectionProps) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (id: string | null) => endSession(accountId, id),
    onSettled: () => client.invalidateQueries({ queryKey: ownAccountKey(accountId) }),
  });
  const ending = isPending ? variables : undefined;
  const table = useTable(
    "sessions",
    useMemo(() => sessionsColumns({ ending, onEnd: mutate }), [ending, mutate]),
  );
  return (
    <ListSection
      title={words.signedInWhere}
      note={words.sessionsNote}
      label={words.sessions}
      action={
        sessions.length > 1 ? (
          <Button icon={<LogOut aria-hidden="true" />} pending={ending === null} onPress={() => mutate(null)}>
            {words.signOutElsewhere}
          </Button>
        ) : null
      }
      intro={
        error ? (
          <Banner tone="danger" title={error.message} announce>
            {words.sessionMayBeOpen}
          </Banner>
        ) : null
      }
      things={SESSIONS}
      table={table}
      query={query}
      rows={sessions}
      keyOf={keyOf}
      empty={<EmptyState title={words.noSessions} />}
    />
  );
}
