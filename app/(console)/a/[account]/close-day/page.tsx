import type { Metadata } from "next";
import { CloseDayPage } from "#components/day-closings/close-day-page";
import { words } from "#components/shell/words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

export const metadata: Metadata = { title: words.closeDay };

export default async function Page() {
  await requirePageUser();
  return <CloseDayPage />;
}
