import { CircleCheck, CircleX, Clock, Hand, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, type Tone } from "#components/ui/badge";
import type { SyncKindModel } from "#lib/administration/linked-accounts/sync-model";

const LOOKS: Record<SyncKindModel["status"], { tone: Tone; words: string; icon: ReactNode }> = {
  waiting: { tone: "neutral", words: "Waiting", icon: <Clock aria-hidden="true" /> },
  running: {
    tone: "info",
    words: "Running",
    icon: <LoaderCircle aria-hidden="true" className="animate-spin motion-reduce:animate-none" />,
  },
  fresh: { tone: "success", words: "Fresh", icon: <CircleCheck aria-hidden="true" /> },
  degraded: { tone: "danger", words: "Degraded", icon: <CircleX aria-hidden="true" /> },
  held: { tone: "warning", words: "Held", icon: <Hand aria-hidden="true" /> },
};

/** Shows the status of a kind of record as a word with an icon. */
export function SyncStatus({ status }: Pick<SyncKindModel, "status">) {
  const { tone, words, icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {words}
    </Badge>
  );
}
