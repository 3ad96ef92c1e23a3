"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { useHeldRows } from "#components/ui/use-held-rows.ts";
import type { SavedViewModel } from "#lib/administration/saved-views/model";
import { changeSavedViews } from "#lib/browser/api/change-saved-views";
import { savedViews } from "#lib/browser/api/saved-views";
import { useAccountId } from "#lib/browser/session/account";
import { type ListViews, sameFilters } from "./list-views.ts";
import { SaveView } from "./save-view.tsx";
import { SavedViewRow } from "./saved-view-row.tsx";
import { words } from "./words.ts";

const NONE: readonly SavedViewModel[] = [];

const keyOf = ({ id }: SavedViewModel) => id;

/** Lists the saved views with their actions. */
export function SavedViewsPanel({ list, filters, onChoose }: ListViews) {
  const accountId = useAccountId();
  const { data: views, isError, refetch } = useQuery(savedViews(accountId, list));
  const box = useRef<HTMLUListElement>(null);
  const held = useHeldRows(views ?? NONE, { list: box, keyOf, part: list, all: views ?? NONE });
  const [deleted, setDeleted] = useState<SavedViewModel | null>(null);
  const change = useMutation(changeSavedViews(useQueryClient(), accountId));
  if (isError && !views) {
    return (
      <p className="flex items-center gap-2 px-3 py-4 text-sm text-muted">
        {words.notLoaded}
        <Button variant="link" onPress={() => void refetch()}>
          {words.tryAgain}
        </Button>
      </p>
    );
  }
  return (
    <>
      {views?.length === 0 && !deleted && held.rows.length === 0 ? (
        <p className="px-3 py-4 text-sm text-faint">{words.noViews}</p>
      ) : null}
      <ul ref={box} data-held-list="" className="max-h-72 overflow-y-auto p-1 empty:hidden">
        {held.rows.map((view) => (
          <SavedViewRow
            key={view.id}
            view={view}
            isGone={held.markOf(view) !== null}
            isShown={sameFilters(view.filters, filters)}
            onChoose={() => onChoose(view.filters)}
            onRename={(name) => change.mutateAsync({ kind: "rename", id: view.id, name })}
            onDelete={() => change.mutate({ kind: "delete", id: view.id }, { onSuccess: () => setDeleted(view) })}
          />
        ))}
      </ul>
      <div role="status" className="text-sm text-muted">
        {deleted ? (
          <p className="flex items-center gap-2 px-3 pb-2">
            <span className="min-w-0 flex-1 truncate">{words.wasDeleted(deleted.name)}</span>
            <Button
              size="sm"
              icon={<Undo2 aria-hidden="true" />}
              pending={change.isPending}
              onPress={() =>
                change.mutate(
                  { kind: "save", list, name: deleted.name, filters: deleted.filters },
                  { onSuccess: () => setDeleted(null) },
                )
              }
            >
              {words.undo}
            </Button>
          </p>
        ) : null}
        {change.error && change.variables?.kind !== "rename" ? (
          <p className="px-3 pb-2 text-danger">{change.error.message}</p>
        ) : null}
      </div>
      <SaveView list={list} filters={filters} taken={views ?? []} />
    </>
  );
}
