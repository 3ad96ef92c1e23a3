"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus, Users } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useMemo } from "react";
import { ListPage } from "#components/list-page/list-page";
import { viewsOf } from "#components/list-page/list-views.ts";
import { Button } from "#components/ui/button";
import { DataTable } from "#components/ui/data-table/data-table";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import { FilterBar } from "#components/ui/filter-bar";
import { filterFields } from "#components/ui/filter-field.ts";
import { FilterSearch } from "#components/ui/filter-search";
import { FilterSelect } from "#components/ui/filter-select";
import type { UserModel } from "#lib/administration/users/model";
import { users } from "#lib/browser/api/users";
import { useListFilters } from "#lib/browser/page/list-filters";
import { matchesWords } from "#lib/browser/page/matches-words";
import { useAccountId } from "#lib/browser/session/account";
import { DirectorySection } from "./directory-section.tsx";
import { peopleColumns } from "./people-columns.tsx";
import { ProviderSection } from "./provider-section.tsx";
import { SignInRulesSwitch } from "./sign-in-rules.tsx";
import { PEOPLE, STATE_NAMES, words } from "./words.ts";

const InviteDialog = dynamic(() => import("./invite-dialog.tsx").then((module) => module.InviteDialog), { ssr: false });

/** The open form is kept in the URL, so that a reload restores it with its draft. */
const OPEN = parseAsStringLiteral(["invitation", "scim-token"]);

const FILTERS = ["q", "status"] as const;
const STATUSES = Object.entries(STATE_NAMES).map(([id, name]) => ({ id, name }));

const keyOf = ({ id }: UserModel) => id;

/** Lists the organization's users with their roles and statuses. `ownId` is the current user's id. */
export function PeoplePage({ ownId }: { ownId: string }) {
  const query = useQuery(users(useAccountId()));
  const { filters, change, clear, filtered } = useListFilters(FILTERS);
  const [open, setOpen] = useQueryState("open", OPEN);
  const table = useTable(
    "people",
    useMemo(() => peopleColumns(ownId), [ownId]),
  );
  const shown = (query.data ?? [])
    .filter(
      (user) =>
        matchesWords(`${user.name} ${user.email}`, filters.q) &&
        (filters.status === "" || user.status === filters.status),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
  const field = filterFields(filters, change);
  return (
    <ListPage
      title={words.people}
      actions={
        <Button variant="primary" icon={<UserPlus aria-hidden="true" />} onPress={() => void setOpen("invitation")}>
          {words.inviteAPerson}
        </Button>
      }
      intro={<SignInRulesSwitch />}
      filterBar={
        <FilterBar label={words.filterPeople} filtered={filtered} onClear={clear}>
          <FilterSearch
            label={words.searchPeople}
            placeholder={words.searchBy}
            {...field("q")}
            className="w-64 @max-md:w-full"
          />
          <FilterSelect
            label={words.state}
            any={words.anyState}
            options={STATUSES}
            {...field("status")}
            className="w-40"
          />
        </FilterBar>
      }
      views={viewsOf("users", { filters, change }, table)}
      things={PEOPLE}
      table={table}
      query={query}
      listKey={JSON.stringify(filters)}
      counted={{ loaded: query.isPending ? null : shown.length, hasMore: false }}
      onClear={filtered ? clear : undefined}
      empty={<EmptyState icon={<Users aria-hidden="true" />} title={words.nobodyYet} />}
      after={
        <>
          <ProviderSection />
          <DirectorySection
            isOpen={open === "scim-token"}
            onOpen={(isOpen) => void setOpen(isOpen ? "scim-token" : null)}
          />
          {open === "invitation" ? <InviteDialog onClose={() => void setOpen(null)} /> : null}
        </>
      }
    >
      <DataTable label={words.people} table={table} rows={shown} keyOf={keyOf} isUneven />
    </ListPage>
  );
}
