"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import dynamic from "next/dynamic";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Button } from "#components/ui/button";
import { useLinksLead } from "#components/ui/link-scope";
import { Popover } from "#components/ui/popover";
import { Skeleton } from "#components/ui/skeleton";
import { savedViews } from "#lib/browser/api/saved-views";
import { useAccountId, useIsGranted } from "#lib/browser/session/account";
import { type ListViews, sameFilters } from "./list-views.ts";
import { words } from "./views-button-words.ts";

const SavedViewsPanel = dynamic(() => import("./saved-views-panel.tsx").then((module) => module.SavedViewsPanel), {
  ssr: false,
  loading: () => <Skeleton className="m-3 h-16" />,
});

/** Shows the user's own views of a list, to select, save, rename and delete; nothing where views cannot be saved. */
export function SavedViews(props: ListViews) {
  const mayRead = useIsGranted("saved-views:read");
  // A preview of an embedded view shows what a partner's page gets.
  const isConsole = useLinksLead() && mayRead;
  const { data: views } = useQuery({ ...savedViews(useAccountId(), props.list), enabled: isConsole });
  if (!isConsole) return null;
  const shown = views?.find(({ filters }) => sameFilters(filters, props.filters));
  return (
    <DialogTrigger>
      <Button icon={<Bookmark aria-hidden="true" />} className="max-w-56 max-sm:max-w-44">
        <span className="truncate">{shown ? shown.name : words.savedViews}</span>
      </Button>
      <Popover placement="bottom end" className="w-80 max-w-[calc(100vw-1rem)]">
        <Dialog aria-label={words.savedViews} className="outline-none">
          <SavedViewsPanel {...props} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
