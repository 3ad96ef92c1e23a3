"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRef } from "react";
import { jobList } from "#lib/browser/api/jobs";
import { useAccountId, useIsGranted, useUserId } from "#lib/browser/session/account";
import { useSentStandings } from "./use-job.tsx";
import { words } from "./words.ts";

/** A person can queue no more within the seconds of a hold. */
const MOST = 500;

const HeldList = dynamic(() => import("./held-list.tsx").then((module) => module.HeldList), { ssr: false });

/**
 * Shows the user's own jobs that are about to be sent, on every page and in every tab, so that they can be taken back
 * (decisions §6).
 */
export function HeldJobs() {
  const userId = useUserId();
  const mayCancel = useIsGranted("jobs:cancel");
  const sent = useSentStandings();
  // Asked for by themselves: among the newest jobs of the account, those of others may hide one of one's own.
  const { data } = useInfiniteQuery(jobList(useAccountId(), { status: "queued", actor: userId }, MOST));
  const held = (data?.pages[0]?.jobs ?? []).filter(
    ({ job_id, status, waiting_code, actor, standing }) =>
      status === "queued" &&
      waiting_code === "held" &&
      actor.id === userId &&
      (sent.get(job_id)?.version ?? 0) <= standing.version,
  );
  // The last of them stays for a person who points at the list.
  const hasBegun = useRef(false);
  hasBegun.current ||= held.length > 0;
  return (
    <section aria-label={words.aboutToBeSent} aria-live="polite" className="empty:hidden">
      {hasBegun.current && mayCancel ? <HeldList jobs={held} /> : null}
    </section>
  );
}
