"use client";

import { Drawer } from "#components/ui/drawer";
import { LinkForm } from "./link-form.tsx";
import { words } from "./link-words.ts";
import { useLinking } from "./use-linking.ts";

/** Shows the form that links an EMR, beside the page. */
export function LinkDrawer({ onClose }: { onClose: () => void }) {
  const linking = useLinking();
  return (
    <Drawer isOpen onClose={onClose} title={words.linkAnEmr} detail={linking.words}>
      <LinkForm linking={linking} onClose={onClose} />
    </Drawer>
  );
}
