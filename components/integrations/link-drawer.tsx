"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Drawer } from "#components/ui/drawer";
import { Skeleton } from "#components/ui/skeleton";

const LinkForm = dynamic(() => import("./link-form.tsx").then((loaded) => loaded.LinkForm), {
  loading: () => <Skeleton className="h-40" />,
});

/** The way to link an EMR, beside the page. */
export function LinkDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [step, setStep] = useState("Step 1 of 3: the kind of EMR");
  return (
    <Drawer isOpen={isOpen} onClose={onClose} title="Link an EMR" detail={step}>
      <LinkForm onStep={setStep} onClose={onClose} />
    </Drawer>
  );
}
