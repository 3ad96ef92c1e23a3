import { Ban, CircleCheck, MailQuestion } from "lucide-react";
import { Badge } from "#components/ui/badge";
import type { Column } from "#components/ui/data-table/column.ts";
import { RelativeTime } from "#components/ui/relative-time";
import type { UserModel } from "#lib/administration/users/model";
import { PersonMenu } from "./person-menu.tsx";
import { ROLE_NAMES, STATE_NAMES, words } from "./words.ts";

function State({ status }: Pick<UserModel, "status">) {
  const name = STATE_NAMES[status];
  if (status === "invited") {
    return (
      <Badge tone="info" icon={<MailQuestion aria-hidden="true" />}>
        {name}
      </Badge>
    );
  }
  if (status === "deactivated") return <Badge icon={<Ban aria-hidden="true" />}>{name}</Badge>;
  return (
    <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
      {name}
    </Badge>
  );
}

function Person({ user: { name, email, role, status }, isOwn }: { user: UserModel; isOwn: boolean }) {
  const isNamed = name !== email;
  return (
    <>
      <span className="block truncate font-medium" title={name}>
        {name}
        {isOwn ? <span className="font-normal text-faint"> {words.you}</span> : null}
      </span>
      <span className="block truncate text-xs text-faint" title={isNamed ? email : undefined}>
        <span className="@sm:hidden">
          {ROLE_NAMES[role]}
          {isNamed ? " · " : ""}
        </span>
        {isNamed ? email : null}
      </span>
      <span className="mt-1 block @sm:hidden">
        <State status={status} />
      </span>
    </>
  );
}

/** Returns the columns of the table of people. `ownId` is the current user's id. */
export const peopleColumns = (ownId: string): readonly Column<UserModel>[] => [
  {
    id: "name",
    title: words.person,
    always: true,
    grow: 1,
    sort: ({ name }) => name,
    cell: (user) => <Person user={user} isOwn={user.id === ownId} />,
  },
  {
    id: "role",
    title: words.role,
    hideBelow: "sm",
    sort: ({ role }) => ROLE_NAMES[role],
    cell: ({ role }) => <span className="text-muted">{ROLE_NAMES[role]}</span>,
  },
  {
    id: "status",
    title: words.state,
    hideBelow: "sm",
    sort: ({ status }) => STATE_NAMES[status],
    cell: (user) => <State status={user.status} />,
  },
  {
    id: "second_factor",
    title: words.secondFactor,
    hideBelow: "xl",
    sort: ({ second_factor }) => Number(second_factor),
    cell: ({ second_factor }) => <span className="text-muted">{second_factor ? words.yes : words.no}</span>,
  },
  {
    id: "last_signed_in_at",
    title: words.lastSignIn,
    end: true,
    hideBelow: "2xl",
    sort: ({ last_signed_in_at }) => last_signed_in_at ?? "",
    cell: ({ last_signed_in_at: at }) => (
      <span className="text-muted">{at ? <RelativeTime at={at} /> : words.never}</span>
    ),
  },
  {
    id: "created_at",
    title: words.since,
    end: true,
    hideBelow: "3xl",
    sort: ({ created_at }) => created_at,
    cell: ({ created_at }) => (
      <span className="text-muted">
        <RelativeTime at={created_at} />
      </span>
    ),
  },
  {
    id: "actions",
    title: words.actions,
    end: true,
    always: true,
    cell: (user) => <PersonMenu user={user} isOwn={user.id === ownId} />,
  },
];
