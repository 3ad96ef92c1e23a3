"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { Badge } from "#components/ui/badge";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { RelativeTime } from "#components/ui/relative-time";
import { Section } from "#components/ui/section";
import { Table, TableCell, TableHead, TableRow } from "#components/ui/table";
import type { SessionModel } from "#lib/administration/own-account/model";
import { endSession, ownAccountKey } from "#lib/browser/api/own-account";
import { useAccountId } from "#lib/browser/session/account";

const COLUMNS = [
  { title: "Device", className: "w-full" },
  { title: "Address", className: "@max-xl:hidden" },
  { title: "Signed in", end: true, className: "@max-lg:hidden" },
  { title: "Last active", end: true },
  { title: "Actions", end: true },
];

/** Lists where the person is signed in, and ends any of those sessions. */
export function SessionsSection({ sessions }: { sessions: readonly SessionModel[] }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (id: string | null) => endSession(accountId, id),
    onSettled: () => client.invalidateQueries({ queryKey: ownAccountKey(accountId) }),
  });
  return (
    <Section
      title="Where you are signed in"
      note="A session ends after 12 hours at the latest. If you do not recognize one, end it and change your password."
      action={
        sessions.length > 1 ? (
          <Button
            icon={<LogOut aria-hidden="true" />}
            pending={isPending && variables === null}
            onPress={() => mutate(null)}
          >
            Sign out everywhere else
          </Button>
        ) : undefined
      }
    >
      {error ? (
        <Banner tone="danger" title={error.message} announce>
          The session may still be open. Try again.
        </Banner>
      ) : null}
      <Table label="Sessions">
        <TableHead columns={COLUMNS} />
        <tbody>
          {sessions.map(({ id, device, address, started_at, seen_at, current }) => (
            <TableRow key={id}>
              <TableCell>
                {device} {current ? <Badge tone="info">This one</Badge> : null}
              </TableCell>
              <TableCell className="whitespace-nowrap text-muted @max-xl:hidden">{address}</TableCell>
              <TableCell end className="whitespace-nowrap text-muted @max-lg:hidden">
                <RelativeTime at={started_at} />
              </TableCell>
              <TableCell end className="whitespace-nowrap text-muted">
                <RelativeTime at={seen_at} />
              </TableCell>
              <TableCell end>
                {current ? null : (
                  <Button
                    size="sm"
                    aria-label={`Sign out ${device}`}
                    pending={isPending && variables === id}
                    onPress={() => mutate(id)}
                  >
                    Sign out
                  </Button>
                )}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
