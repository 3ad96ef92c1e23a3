"use client";

import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { Switch } from "#components/ui/switch";
import { useShortcutWords } from "#components/ui/use-shortcut-words";

interface Shortcut {
  keys: readonly string[];
  does: string;
}

/** Returns every shortcut of the console by the place where it works. */
function useShortcuts(): { place: string; shortcuts: readonly Shortcut[] }[] {
  const [search, send, find] = [useShortcutWords("K"), useShortcutWords("↵"), useShortcutWords("F")];
  return [
    {
      place: "Anywhere",
      shortcuts: [
        { keys: [search], does: "Search, or start something" },
        { keys: ["Esc"], does: "Close what is open" },
        { keys: ["?"], does: "Show this list, except while typing" },
      ],
    },
    {
      place: "Forms",
      shortcuts: [
        { keys: [send], does: "Send the form from any field" },
        { keys: ["↓", "↵"], does: "Choose from a list while typing" },
        { keys: ["↑", "↓"], does: "Change the day, month or year of a date" },
      ],
    },
    {
      place: "Appointments",
      shortcuts: [{ keys: ["←", "↑", "→", "↓"], does: "Move between the visits of the calendar" }],
    },
    { place: "Documents", shortcuts: [{ keys: [find], does: "Find words in a PDF" }] },
    {
      place: "Working hours",
      shortcuts: [
        { keys: ["←", "↑", "→", "↓"], does: "Move a shift" },
        { keys: ["Shift ↑", "Shift ↓"], does: "End a shift earlier or later" },
        { keys: ["Del"], does: "Remove a shift" },
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
      title="Keyboard shortcuts"
      footer={
        <Button variant="primary" onPress={onClose}>
          Close
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
      <Switch label="Open this list with ?" isOn={isKeyOn} onChange={onKeyOn} />
    </Dialog>
  );
}
