import { RelativeTime } from "#components/ui/relative-time";
import { intervalWords } from "#components/ui/span-words";
import type { SyncKindModel } from "#lib/administration/linked-accounts/sync-model";
import { words } from "./kind-age-words.ts";

/** Returns how a kind comes in: "every 5 min · told of changes at once". */
function wayWords({ kind, every_seconds: seconds, told }: SyncKindModel): string {
  const every = kind === "appointments" ? words.nextVisitsEvery : words.every;
  const read = seconds === null ? words.everyNight : every(intervalWords(seconds));
  return told ? `${read} · ${words.told}` : read;
}

interface KindAgeProps {
  sync: SyncKindModel;
  /** Says all in one line, if there is room. */
  inLine?: boolean;
}

/** Says how old a kind of record is, how often it is read, and whether the EMR tells of its changes. */
export function KindAge({ sync, inLine = false }: KindAgeProps) {
  const age = sync.synced_at ? <RelativeTime at={sync.synced_at} /> : words.notYet;
  if (inLine)
    return (
      <>
        {age} · {wayWords(sync)}
      </>
    );
  return (
    <>
      {age}
      <span className="block text-xs text-faint">{wayWords(sync)}</span>
    </>
  );
}
