"use client";

import { useQuery } from "@tanstack/react-query";
import { Tags } from "lucide-react";
import { Link } from "#components/ui/link";
import { visitStatuses } from "#lib/browser/api/visit-statuses";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { words } from "./notice-words.ts";

/** A notice for admins on the page Today: no visit status has a meaning yet, so the schedule has no shortcuts. */
export function ShownUnmappedStatuses() {
  const accountId = useAccountId();
  const mayChange = useMay("visit-statuses:update");
  const { data: statuses = [] } = useQuery(visitStatuses(accountId));
  if (!mayChange || statuses.length === 0 || statuses.some(({ meaning }) => meaning !== null)) return null;
  return (
    <p className="flex gap-1.5 text-sm text-muted">
      <Tags aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-faint" />
      <span className="min-w-0">
        {words.noMeanings} <Link href={`/a/${accountId}/integrations`}>{words.setMeanings}</Link>
      </span>
    </p>
  );
}
