"use client";

import { Drawer } from "#components/ui/drawer";
import { LinkForm } from "./link-form.tsx";
import { words } from "./link-words.ts";
import { LinkedStep } from "./linked-step.tsx";
import { useAccountLinking } from "./use-account-linking.ts";

/** Shows the form that links an EMR, beside the page, and the account's token once at the end. */
export function LinkDrawer({ onClose }: { onClose: () => void }) {
  const { linking, made } = useAccountLinking();
  return (
    <Drawer isOpen onClose={onClose} title={words.linkAnEmr} detail={linking.words}>
      {made ? <LinkedStep made={made} onClose={onClose} /> : <LinkForm linking={linking} />}
    </Drawer>
  );
}
