"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus, Users } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { FilterBar } from "#components/ui/filter-bar";
import { filterFields } from "#components/ui/filter-field.ts";
import { FilterSearch } from "#components/ui/filter-search";
import { FilterSelect } from "#components/ui/filter-select";
import { ListBody } from "#components/ui/list-body";
import { Table, TableHead } from "#components/ui/table";
import type { UserModel } from "#lib/administration/users/model";
import { users } from "#lib/browser/api/users";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useAccountId } from "#lib/browser/session/account";
import { PersonRow } from "./person-row.tsx";
import { SignInRulesSwitch } from "./sign-in-rules.tsx";

const InviteDialog = dynamic(() => import("./invite-dialog.tsx").then((module) => module.InviteDialog), { ssr: false });

/** The open form is kept in the URL, so that a reload restores it with its draft. */
const OPEN = parseAsStringLiteral(["invitation"]);

const FILTERS = ["q", "status"] as const;

const STATUSES = [
  { id: "active", name: "Active" },
  { id: "invited", name: "Invited" },
  { id: "deactivated", name: "Deactivated" },
];

const COLUMNS = [
  { title: "Person" },
  { title: "Role", className: "@max-sm:hidden" },
  { title: "State", className: "@max-sm:hidden" },
  { title: "Second factor", className: "@max-xl:hidden" },
  { title: "Last sign-in", end: true, className: "@max-2xl:hidden" },
  { title: "Since", end: true, className: "@max-3xl:hidden" },
  { title: "Actions", end: true },
];

const matches = ({ name, email }: UserModel, text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${name} ${email}`.toLowerCase().includes(word));

/** Lists the organization's users with their roles and statuses. `ownId` is the current user's id. */
export function PeoplePage({ ownId }: { ownId: string }) {
  const query = useQuery(users(useAccountId()));
  const { filters, change, clear, filtered } = useListFilters(FILTERS);
  const [open, setOpen] = useQueryState("open", OPEN);
  const shown = (query.data ?? [])
    .filter((user) => matches(user, filters.q) && (filters.status === "" || user.status === filters.status))
    .sort((a, b) => a.name.localeCompare(b.name));
  const field = filterFields(filters, change);
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h1 className="text-xl font-semibold">People</h1>
        <Button variant="primary" icon={<UserPlus aria-hidden="true" />} onPress={() => void setOpen("invitation")}>
          Invite a person
        </Button>
      </div>
      <SignInRulesSwitch />
      <FilterBar label="Filter people" filtered={filtered} onClear={clear}>
        <FilterSearch
          label="Search people"
          placeholder="Name or email"
          {...field("q")}
          className="w-64 max-sm:w-full"
        />
        <FilterSelect label="State" any="Any state" options={STATUSES} {...field("status")} className="w-40" />
      </FilterBar>
      <ListBody
        things="people"
        query={query}
        count={shown.length}
        onClear={filtered ? clear : undefined}
        empty={<EmptyState icon={<Users aria-hidden="true" />} title="Nobody yet" />}
      >
        <Table label="People">
          <TableHead columns={COLUMNS} />
          <tbody>
            {shown.map((user) => (
              <PersonRow key={user.id} user={user} isOwn={user.id === ownId} />
            ))}
          </tbody>
        </Table>
      </ListBody>
      {open === "invitation" ? <InviteDialog onClose={() => void setOpen(null)} /> : null}
    </div>
  );
}
