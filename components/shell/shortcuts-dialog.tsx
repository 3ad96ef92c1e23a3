"use client";

import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { Switch } from "#components/ui/switch";
import { useShortcutWords } from "#components/ui/use-shortcut-words";
import { words } from "./shortcut-words.ts";

interface Shortcut {
  keys: readonly string[];
  does: string;
}

/** Returns every shortcut of the console by the place where it works. */
function useShortcuts(): { place: string; shortcuts: readonly Shortcut[] }[] {
  const [search, send, find] = [useShortcutWords("K"), useShortcutWords("↵"), useShortcutWords("F")];
  const lock = useShortcutWords("⇧L");
  return [
    {
      place: words.anywhere,
      shortcuts: [
        { keys: [search], does: words.search },
        { keys: [lock], does: words.lock },
        { keys: ["Esc"], does: words.closeOpen },
        { keys: ["?"], does: words.showList },
      ],
    },
    {
      place: words.forms,
      shortcuts: [
        { keys: [send], does: words.send },
        { keys: ["↓", "↵"], does: words.choose },
        { keys: ["↑", "↓"], does: words.changeDate },
      ],
    },
    {
      place: words.appointments,
      shortcuts: [
        { keys: ["←", "↑", "→", "↓"], does: words.moveVisits },
        { keys: ["Space"], does: words.openVisit },
        { keys: ["↵", "↓", "↵"], does: words.moveToOther },
      ],
    },
    { place: words.documents, shortcuts: [{ keys: [find], does: words.find }] },
    {
      place: words.workingHours,
      shortcuts: [
        { keys: ["←", "↑", "→", "↓"], does: words.moveShift },
        { keys: ["Shift ↑", "Shift ↓"], does: words.stretchShift },
        { keys: ["Del"], does: words.removeShift },
      ],
    },
  ];
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded-sm border border-line bg-surface px-1.5 py-0.5 font-text text-xs whitespace-nowrap text-fg">
      {children}
    </kbd>
  );
}

interface ShortcutsDialogProps {
  /** Whether "?" opens this list. */
  isKeyOn: boolean;
  onKeyOn: (isOn: boolean) => void;
  onClose: () => void;
}

/** Lists all keyboard shortcuts of the console. */
export function ShortcutsDialog({ isKeyOn, onKeyOn, onClose }: ShortcutsDialogProps) {
  const groups = useShortcuts();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.keyboardShortcuts}
      footer={
        <Button variant="primary" onPress={onClose}>
          {words.close}
        </Button>
      }
    >
      {groups.map(({ place, shortcuts }) => (
        <section key={place} aria-label={place}>
          <h3 className="mb-1 text-sm font-semibold text-fg">{place}</h3>
          <dl className="divide-y divide-line border-y border-line">
            {shortcuts.map(({ keys, does }) => (
              <div key={does} className="flex items-baseline justify-between gap-4 py-1.5">
                <dt className="min-w-0">{does}</dt>
                <dd className="flex shrink-0 gap-1">
                  {keys.map((key) => (
                    <Key key={key}>{key}</Key>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch label={words.openWithKey} isOn={isKeyOn} onChange={onKeyOn} />
    </Dialog>
  );
}
