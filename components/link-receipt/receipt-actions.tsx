"use client";

import { Download, Printer } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { PrintSheet } from "#components/ui/print-sheet";
import type { ListedLinkModel } from "#lib/administration/link-tokens/model";
import { LinkReceipt } from "./link-receipt.tsx";
import { receiptFile } from "./receipt-file.ts";
import { words } from "./words.ts";

/** Prints a link's receipt, or keeps it as a file: a frame whose page does not let it print may still download. */
export function ReceiptActions({ link }: { link: ListedLinkModel }) {
  const [isPrinting, setPrinting] = useState(false);
  const copy = useRef<HTMLDivElement>(null);
  const download = () => {
    const address = URL.createObjectURL(receiptFile(copy.current?.innerHTML ?? ""));
    const anchor = document.createElement("a");
    anchor.href = address;
    anchor.download = words.fileName(link.id);
    anchor.click();
    URL.revokeObjectURL(address);
  };
  return (
    <>
      <Button icon={<Printer aria-hidden="true" />} onPress={() => setPrinting(true)}>
        {words.print}
      </Button>
      <Button icon={<Download aria-hidden="true" />} onPress={download}>
        {words.download}
      </Button>
      <div ref={copy} hidden>
        <LinkReceipt link={link} />
      </div>
      {isPrinting ? (
        <PrintSheet onDone={() => setPrinting(false)}>
          <LinkReceipt link={link} />
        </PrintSheet>
      ) : null}
    </>
  );
}
