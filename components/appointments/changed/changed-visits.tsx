"use client";

import { useQuery } from "@tanstack/react-query";
import { Diamond } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { useStatusName } from "#components/jobs/use-status-name";
import { Button } from "#components/ui/button";
import { Popover } from "#components/ui/popover";
import { useHeldRows } from "#components/ui/use-held-rows.ts";
import { useNow } from "#components/ui/use-now";
import { visitChanges } from "#lib/browser/api/changes";
import { beginLook, isMarked, keepLook, type LookedPage, withSeen } from "#lib/browser/page/looks";
import { useLooked } from "#lib/browser/page/use-looked";
import { useAccount, useUserId } from "#lib/browser/session/account";
import { marksOf, type VisitMark } from "./marks.ts";
import { useShownMarks } from "./visit-marks.ts";
import { words } from "./words.ts";

interface ChangedVisitsProps {
  page: LookedPage;
  /** The shown days, YYYY-MM-DD. */
  from: string;
  until: string;
  onOpen: (emrAppointmentId: string) => void;
}

/** Returns the marks of a person's page, and the function that takes marks away. */
function useMarks(userId: string, page: LookedPage) {
  const { id: accountId, timezone } = useAccount();
  const [looked, changeLooked] = useLooked(userId, accountId);
  const [isBegun, setBegun] = useState(false);
  const statusName = useStatusName();
  const now = useNow(60_000);
  useEffect(() => {
    changeLooked((last) => beginLook(last, page, Date.now()));
    setBegun(true);
  }, [changeLooked, page]);
  const since = looked.pages[page]?.since ?? null;
  const { data } = useQuery({ ...visitChanges(accountId, since), enabled: isBegun });
  useEffect(() => {
    if (!data || now === null || document.visibilityState === "hidden") return;
    changeLooked((last) => keepLook(last, page, data.newest, now));
  }, [data, now, changeLooked, page]);
  const marks = useMemo(
    () =>
      marksOf(data?.changes ?? [], ({ id, noticed_at }) => isMarked(looked, page, id, noticed_at), {
        timeZone: timezone,
        statusName,
      }),
    [data, looked, page, timezone, statusName],
  );
  const see = useCallback(
    (seen: readonly VisitMark[]) =>
      changeLooked((last) => withSeen(last, Object.fromEntries(seen.map(({ id, noticedAt }) => [id, noticedAt])))),
    [changeLooked],
  );
  return { marks, see };
}

const keyOf = ({ id }: VisitMark) => id;

function Shown({ page, from, until, onOpen, userId }: ChangedVisitsProps & { userId: string }) {
  const { marks, see } = useMarks(userId, page);
  useShownMarks(marks, see);
  const shown = useMemo(
    () => [...marks.values()].filter(({ days }) => days.some((day) => day >= from && day <= until)),
    [marks, from, until],
  );
  const list = useRef<HTMLUListElement>(null);
  const held = useHeldRows(shown, { list, keyOf, part: "", all: shown });
  if (shown.length === 0) return null;
  return (
    <DialogTrigger>
      <Button variant="link" icon={<Diamond aria-hidden="true" className="size-2.5! fill-current" />}>
        <span>
          {words.changed(shown.length)} <span className="max-sm:sr-only">{words.sinceLooked}</span>
        </span>
      </Button>
      <Popover placement="bottom start" className="w-96 max-w-[calc(100vw-1rem)]">
        <Dialog aria-label={words.title} className="flex min-h-0 flex-col outline-none">
          {({ close }) => (
            <>
              <ul ref={list} data-held-list="" className="min-h-0 divide-y divide-line overflow-auto">
                {held.rows.map((mark) => {
                  const { id, emrId, title, text, isGone } = mark;
                  return (
                    <li key={id} className="relative px-4 py-2 hover:bg-hover/60">
                      <button
                        type="button"
                        onClick={() => {
                          see([mark]);
                          if (isGone || emrId === null) return;
                          close();
                          onOpen(emrId);
                        }}
                        className="rounded-sm text-left text-sm font-medium text-fg after:absolute after:inset-0 after:content-['']"
                      >
                        {title}
                      </button>
                      <p className="text-xs leading-5 break-words text-muted">{text}</p>
                    </li>
                  );
                })}
              </ul>
              <p className="border-t border-line px-4 py-2">
                <Button
                  variant="link"
                  onPress={() => {
                    see(shown);
                    close();
                  }}
                >
                  {words.allSeen}
                </Button>
              </p>
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/**
 * Says how many visits of the shown days changed in the EMR since the person looked at the page, lists them with what changed, and marks
 * them in the page's lists. Nothing in a view without a person.
 */
export function ChangedVisits(props: ChangedVisitsProps) {
  const userId = useUserId();
  return userId === undefined ? null : <Shown {...props} userId={userId} />;
}
