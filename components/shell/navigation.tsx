"use client";

import { useQuery } from "@tanstack/react-query";
import {
  Activity,
  AppWindow,
  BellRing,
  BookOpen,
  CalendarDays,
  FilePen,
  FileText,
  LockKeyhole,
  type LucideIcon,
  Plug,
  Printer,
  ReceiptText,
  Scale,
  ScrollText,
  Send,
  Stethoscope,
  Sun,
  UserCog,
  UserRound,
  Users,
  Webhook,
} from "lucide-react";
import NextLink from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { classes } from "#components/ui/classes.ts";
import { draftCount } from "#lib/browser/api/drafts";
import { toReconcile } from "#lib/browser/live/to-reconcile";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { words } from "./words.ts";

const DRAFTS = "drafts";

interface Section {
  section: string;
  name: string;
  Icon: LucideIcon;
  /** The path of records that belong to the section, beside its own. */
  records?: string;
  /** Words by which a desk seeks it, besides its name; no word that is likely to be a person's name. */
  keywords?: readonly string[];
}

/** The console's sections. */
const SECTIONS: readonly Section[] = [
  { section: "today", name: words.today, Icon: Sun, keywords: ["check in", "arrivals", "waiting room", "late"] },
  {
    section: "appointments",
    name: words.appointments,
    Icon: CalendarDays,
    keywords: ["calendar", "schedule", "visits"],
  },
  { section: "patients", name: words.patients, Icon: Users },
  { section: "providers", name: words.providers, Icon: Stethoscope },
  { section: "referrals", name: words.referrals, Icon: Send },
  { section: "recalls", name: words.recalls, Icon: BellRing, keywords: ["reminders"] },
  { section: "claims", name: words.claims, Icon: ReceiptText, keywords: ["balance", "open balances", "billing"] },
  { section: "documents", name: words.documents, Icon: FileText, keywords: ["scans", "letters", "pdf"] },
  {
    section: "activity",
    name: words.activity,
    Icon: Activity,
    records: "jobs",
    keywords: ["receipt", "failed"],
  },
  { section: DRAFTS, name: words.drafts, Icon: FilePen },
];

const TO_RECONCILE = "to-reconcile";

/** Sections for admins alone. */
const FOR_ADMINS: readonly Section[] = [
  { section: TO_RECONCILE, name: words.toReconcile, Icon: Scale },
  { section: "webhooks", name: words.webhooks, Icon: Webhook },
  { section: "integrations", name: words.integrations, Icon: Plug },
  { section: "embedding", name: words.embedding, Icon: AppWindow },
  { section: "people", name: words.people, Icon: UserCog },
  { section: "audit", name: words.audit, Icon: ScrollText },
  { section: "api-reference", name: words.apiReference, Icon: BookOpen },
];

/** Pages that the navigation leaves to links, menus and the search. */
const OTHERS: readonly Section[] = [
  { section: "close-day", name: words.closeDay, Icon: LockKeyhole, keywords: ["cash", "drawer", "totals", "deposits"] },
  { section: "downtime", name: words.downtimePacket, Icon: Printer, keywords: ["print", "outage", "paper"] },
  { section: "account", name: words.yourAccount, Icon: UserRound, keywords: ["password", "second factor"] },
];

const useIsAdmin = () => useMay("webhook-endpoints:read");

/** Returns the sections and other pages that the user may open. */
export const useSections = () => [...SECTIONS, ...(useIsAdmin() ? FOR_ADMINS : []), ...OTHERS];

/** A number behind a section's name; hidden at 0. */
function Count({ of, look }: { of: number; look: string }) {
  if (of === 0) return null;
  return (
    <>
      {" "}
      <span className={classes("ml-auto rounded-full px-1.5 text-xs leading-5 font-medium tabular-nums", look)}>
        {of}
      </span>
    </>
  );
}

/** Number of jobs that wait for a person. */
function ToReconcileCount() {
  const { data: jobs = [] } = useQuery(toReconcile(useAccountId()));
  return <Count of={jobs.length} look="bg-warning-soft text-warning" />;
}

/** Number of assistants' drafts that wait for a person. */
function DraftsCount() {
  const { data } = useQuery(draftCount(useAccountId()));
  return <Count of={data?.count ?? 0} look="bg-accent-soft text-accent-text" />;
}

const COUNTS: Readonly<Record<string, () => ReactNode>> = { [TO_RECONCILE]: ToReconcileCount, [DRAFTS]: DraftsCount };

/** The number behind a section's name, if it has one. */
function SectionCount({ section }: { section: string }) {
  const Counted = COUNTS[section];
  return Counted ? <Counted /> : null;
}

interface SectionLinksProps {
  sections: readonly Section[];
  onGo: (() => void) | undefined;
}

function SectionLinks({ sections, onGo }: SectionLinksProps) {
  const accountId = useAccountId();
  const current = usePathname().split("/")[3] ?? "";
  return (
    <ul className="flex flex-col gap-0.5">
      {sections.map(({ section, name, Icon, records }) => (
        <li key={section}>
          <NextLink
            href={`/a/${accountId}/${section}`}
            prefetch={false}
            {...(onGo && { onClick: onGo })}
            aria-current={current === section || current === records ? "page" : undefined}
            className="flex h-8 items-center gap-2.5 rounded-md px-2.5 text-muted transition-colors duration-100 hover:bg-hover hover:text-fg aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-fg pointer-coarse:h-11"
          >
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            {name}
            <SectionCount section={section} />
          </NextLink>
        </li>
      ))}
    </ul>
  );
}

/** The links to all sections. `onGo` is called on navigation so that a sheet can close. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const isAdmin = useIsAdmin();
  return (
    <nav aria-label={words.console} className="flex flex-col gap-3">
      <SectionLinks sections={SECTIONS} onGo={onGo} />
      {isAdmin ? (
        <div>
          <h2 className="px-2.5 pb-1 text-xs font-medium text-faint">{words.admin}</h2>
          <SectionLinks sections={FOR_ADMINS} onGo={onGo} />
        </div>
      ) : null}
    </nav>
  );
}
