"use client";

import dynamic from "next/dynamic";
import { useFindTime } from "#lib/browser/page/find-time";
import { canStart, useAccount, useOperationAt } from "#lib/browser/session/account";

const FindTimeDrawer = dynamic(() => import("./find-time-drawer.tsx").then((module) => module.FindTimeDrawer), {
  ssr: false,
});

/** Shows the search for a time (`?find=any`) beside the page. Rendered once in the frame; its code loads on first use. */
export function FindTimeAside() {
  const account = useAccount();
  const booking = useOperationAt("open-slot");
  const { search } = useFindTime();
  return search !== null && booking && canStart(account, booking) ? <FindTimeDrawer /> : null;
}
