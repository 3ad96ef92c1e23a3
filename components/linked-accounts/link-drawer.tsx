"use client";

import { Drawer } from "#components/ui/drawer";
import { LinkForm } from "./link-form.tsx";
import { useLinking } from "./use-linking.ts";

/** Shows the form that links an EMR, beside the page. */
export function LinkDrawer({ onClose }: { onClose: () => void }) {
  const linking = useLinking();
  return (
    <Drawer isOpen onClose={onClose} title="Link an EMR" detail={linking.words}>
      <LinkForm linking={linking} onClose={onClose} />
    </Drawer>
  );
}
