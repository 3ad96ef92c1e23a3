"use client";

import { Ban, CircleCheck, MailQuestion } from "lucide-react";
import { Badge } from "#components/ui/badge";
import { RelativeTime } from "#components/ui/relative-time";
import { TableCell, TableRow } from "#components/ui/table";
import type { UserModel } from "#lib/administration/users/model";
import { PersonMenu } from "./person-menu.tsx";

function State({ status }: { status: UserModel["status"] }) {
  if (status === "invited") {
    return (
      <Badge tone="info" icon={<MailQuestion aria-hidden="true" />}>
        Invited
      </Badge>
    );
  }
  if (status === "deactivated") return <Badge icon={<Ban aria-hidden="true" />}>Deactivated</Badge>;
  return (
    <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
      Active
    </Badge>
  );
}

/** Shows a user with the actions on their access. */
export function PersonRow({ user, isOwn }: { user: UserModel; isOwn: boolean }) {
  const role = user.role === "admin" ? "Admin" : "Staff";
  const isNamed = user.name !== user.email;
  return (
    <TableRow>
      <TableCell className="w-full max-w-0">
        <span className="block truncate font-medium" title={user.name}>
          {user.name}
          {isOwn ? <span className="font-normal text-faint"> (you)</span> : null}
        </span>
        <span className="block truncate text-xs text-faint" title={isNamed ? user.email : undefined}>
          <span className="@sm:hidden">{role}</span>
          {isNamed ? (
            <>
              <span className="@sm:hidden"> · </span>
              {user.email}
            </>
          ) : null}
        </span>
        <span className="mt-1 block @sm:hidden">
          <State status={user.status} />
        </span>
      </TableCell>
      <TableCell className="text-muted @max-sm:hidden">{role}</TableCell>
      <TableCell className="@max-sm:hidden">
        <State status={user.status} />
      </TableCell>
      <TableCell className="text-muted @max-xl:hidden">{user.second_factor ? "Yes" : "No"}</TableCell>
      <TableCell end className="whitespace-nowrap text-muted @max-2xl:hidden">
        {user.last_signed_in_at ? <RelativeTime at={user.last_signed_in_at} /> : "Never"}
      </TableCell>
      <TableCell end className="whitespace-nowrap text-muted @max-3xl:hidden">
        <RelativeTime at={user.created_at} />
      </TableCell>
      <TableCell end>
        <PersonMenu user={user} isOwn={isOwn} />
      </TableCell>
    </TableRow>
  );
}
