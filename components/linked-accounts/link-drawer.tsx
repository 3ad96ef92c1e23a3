"use client";

import { useState } from "react";
import { Drawer } from "#components/ui/drawer";
import { LinkForm } from "./link-form.tsx";

/** Shows the form that links an EMR, beside the page. */
export function LinkDrawer({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState("Step 1 of 3: the kind of EMR");
  return (
    <Drawer isOpen onClose={onClose} title="Link an EMR" detail={step}>
      <LinkForm onStep={setStep} onClose={onClose} />
    </Drawer>
  );
}
