"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import dynamic from "next/dynamic";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Button } from "#components/ui/button";
import { Popover } from "#components/ui/popover";
import { Skeleton } from "#components/ui/skeleton";
import { savedViews } from "#lib/browser/api/saved-views";
import { useAccountId } from "#lib/browser/session/account";
import { sameFilters } from "./filter-names.ts";
import type { SavedViewsProps } from "./saved-views-panel.tsx";

const SavedViewsPanel = dynamic(() => import("./saved-views-panel.tsx").then((module) => module.SavedViewsPanel), {
  ssr: false,
  loading: () => <Skeleton className="m-3 h-16" />,
});

/** Shows the user's own views of Activity, to select, save, rename and delete. */
export function SavedViews(props: SavedViewsProps) {
  const { data: views } = useQuery(savedViews(useAccountId()));
  const shown = views?.find(({ filters }) => sameFilters(filters, props.filters));
  return (
    <DialogTrigger>
      <Button icon={<Bookmark aria-hidden="true" />} className="max-w-56 max-sm:max-w-44">
        <span className="truncate">{shown ? shown.name : "Saved views"}</span>
      </Button>
      <Popover placement="bottom end" className="w-80 max-w-[calc(100vw-1rem)]">
        <Dialog aria-label="Saved views" className="outline-none">
          <SavedViewsPanel {...props} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
