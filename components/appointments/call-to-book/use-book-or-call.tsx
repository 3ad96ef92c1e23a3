"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { locations } from "#lib/browser/api/locations";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperationAt, useUserId } from "#lib/browser/session/account";
import { type Wish, wishWords } from "./wish.ts";
import { words } from "./words.ts";

const WishSlip = dynamic(() => import("./wish-slip.tsx").then((module) => module.WishSlip), { ssr: false });

/** What leads from a free time to a visit. */
interface BookOrCall {
  title: string;
  open: (wish: Wish) => void;
  /** Whether it opens here, in `slip`, which the caller renders once, rather than in a form beside the page. */
  opensHere: boolean;
  slip: ReactNode;
}

/**
 * Returns what leads from a free time to a visit: the form that books it; where nothing can be booked, a task with the wish; and
 * where no task can be made either, the wish to leave on Today or to copy. Undefined in an embedded view.
 */
export function useBookOrCall(): BookOrCall | undefined {
  const account = useAccount();
  const [booking, task] = [useOperationAt("open-slot"), useOperationAt("tasks")];
  const { data: places = [] } = useQuery(locations(account.id));
  const { openForm } = useAside();
  const [slip, setSlip] = useState("");
  if (useUserId() === undefined) return undefined;
  if (booking && canStart(account, booking)) {
    const open = ({ provider_ehr_id, datetime, location, appointment_type, duration }: Wish) => {
      const named = places.filter(({ name }) => name === location);
      // The account's only place, or the one that has this name alone.
      const [place, ...others] = places.length === 1 ? places : named;
      openForm(booking.id, {
        provider_ehr_id,
        datetime,
        ...(place && others.length === 0 && { location_id: place.emr_id }),
        ...(appointment_type && { appointment_type }),
        ...(duration !== undefined && { duration }),
      });
    };
    return { title: booking.title, open, opensHere: false, slip: null };
  }
  if (task && canStart(account, task)) {
    const [, unsupported = {}] =
      Object.entries(account.unsupported_fields).find(([capability]) => capability === task.capability) ?? [];
    return {
      title: words.callToBook,
      open: (wish) =>
        openForm(task.id, {
          description: wishWords(wish, account.timezone),
          ...(!("subject" in unsupported) && { subject: words.callToBook }),
        }),
      opensHere: false,
      slip: null,
    };
  }
  return {
    title: words.callToBook,
    open: (wish) => setSlip(wishWords(wish, account.timezone)),
    opensHere: true,
    slip: slip === "" ? null : <WishSlip wish={slip} onClose={() => setSlip("")} />,
  };
}
