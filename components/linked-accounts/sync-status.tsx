import { CircleCheck, CircleX, Clock, Hand, LoaderCircle, Minus } from "lucide-react";
import { type Look, StatusBadge } from "#components/ui/badge";
import type { SyncKindModel } from "#lib/administration/linked-accounts/sync-model";
import { words } from "./words.ts";

/** The status of a kind; `not_shown` if the EMR does not show its records. */
type Status = SyncKindModel["status"] | "not_shown";

const LOOKS: Record<Status, Look> = {
  waiting: { tone: "neutral", word: words.waiting, icon: <Clock aria-hidden="true" /> },
  running: {
    tone: "info",
    word: words.running,
    icon: <LoaderCircle aria-hidden="true" className="animate-spin motion-reduce:animate-none" />,
  },
  fresh: { tone: "success", word: words.fresh, icon: <CircleCheck aria-hidden="true" /> },
  degraded: { tone: "danger", word: words.degraded, icon: <CircleX aria-hidden="true" /> },
  held: { tone: "warning", word: words.held, icon: <Hand aria-hidden="true" /> },
  not_shown: { tone: "neutral", word: words.notInEmr, icon: <Minus aria-hidden="true" /> },
};

/** Shows the status of a kind of record as a word with an icon. */
export function SyncStatus({ status }: { status: Status }) {
  return <StatusBadge look={LOOKS[status]} />;
}
