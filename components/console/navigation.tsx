"use client";

import {
  Activity,
  AppWindow,
  BookOpen,
  CalendarDays,
  FileText,
  Plug,
  ReceiptText,
  ScrollText,
  Send,
  Stethoscope,
  Sun,
  UserCog,
  Users,
  Webhook,
} from "lucide-react";
import NextLink from "next/link";
import { usePathname } from "next/navigation";
import { useAccountId, useMay } from "#lib/client/account";

/** The console's sections; `holds` names the addresses of records that belong to one. */
const SECTIONS = [
  { section: "today", name: "Today", Icon: Sun, holds: ["today", "recalls"] },
  { section: "appointments", name: "Appointments", Icon: CalendarDays, holds: ["appointments"] },
  { section: "patients", name: "Patients", Icon: Users, holds: ["patients"] },
  { section: "providers", name: "Providers", Icon: Stethoscope, holds: ["providers"] },
  { section: "referrals", name: "Referrals", Icon: Send, holds: ["referrals"] },
  { section: "claims", name: "Claims", Icon: ReceiptText, holds: ["claims"] },
  { section: "documents", name: "Documents", Icon: FileText, holds: ["documents"] },
  { section: "activity", name: "Activity", Icon: Activity, holds: ["activity", "jobs"] },
];

/** What only admins work with. */
const FOR_ADMINS = [
  { section: "webhooks", name: "Webhooks", Icon: Webhook, holds: ["webhooks"] },
  { section: "integrations", name: "Integrations", Icon: Plug, holds: ["integrations"] },
  { section: "embedding", name: "Embedding", Icon: AppWindow, holds: ["embedding"] },
  { section: "people", name: "People", Icon: UserCog, holds: ["people"] },
  { section: "audit", name: "Audit", Icon: ScrollText, holds: ["audit"] },
  { section: "api-reference", name: "API reference", Icon: BookOpen, holds: ["api-reference"] },
];

/** Where one can go from here. `onGo` is called on the way, so that what holds the navigation can close. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const accountId = useAccountId();
  const isAdmin = useMay("webhook-endpoints:read");
  const current = usePathname().split("/")[3] ?? "";
  return (
    <nav aria-label="Console">
      <ul className="flex flex-col gap-0.5">
        {[...SECTIONS, ...(isAdmin ? FOR_ADMINS : [])].map(({ section, name, Icon, holds }) => (
          <li key={section}>
            <NextLink
              href={`/a/${accountId}/${section}`}
              prefetch={false}
              {...(onGo && { onClick: onGo })}
              aria-current={holds.includes(current) ? "page" : undefined}
              className="flex h-8 items-center gap-2.5 rounded-md px-2.5 text-muted transition-colors duration-100 hover:bg-hover hover:text-fg aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-fg pointer-coarse:h-11"
            >
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              {name}
            </NextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
