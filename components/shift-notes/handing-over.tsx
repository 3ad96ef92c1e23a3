"use client";

import { ArrowRightLeft } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { useDesk } from "#lib/browser/page/use-desk";
import { ShiftNotes } from "./shift-notes.tsx";
import { words } from "./words.ts";

const HandOver = dynamic(() => import("./hand-over.tsx").then((module) => module.HandOver), { ssr: false });

/** Hands the person's desk over, and shows below the head of the page what the shift before has left for it. */
export function HandingOver() {
  const [{ locations: desk }] = useDesk();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<ArrowRightLeft aria-hidden="true" />} onPress={() => setOpen(true)}>
        {words.handOver}
      </Button>
      <div className="mt-1 w-full empty:hidden">
        <ShiftNotes desk={desk} />
      </div>
      {isOpen ? <HandOver desk={desk} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
