"use client";

import { Download, Printer } from "lucide-react";
import { useRef, useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { PrintSheet } from "#components/ui/print-sheet";
import { useTimeZone } from "#components/ui/time-zone";
import type { ListedLinkModel } from "#lib/administration/link-tokens/model";
import { LinkReceipt } from "./link-receipt.tsx";
import { receiptFile } from "./receipt-file.ts";
import { receiptOf, receiptText } from "./receipt-rows.ts";
import { words } from "./words.ts";

interface ReceiptActionsProps {
  link: ListedLinkModel;
  /** Whether it stands in a frame of a partner's page. */
  isFramed?: boolean;
}

/**
 * Prints a link's receipt, or keeps it as a file. The page around a frame may let it do neither: a refused print is said, a refused
 * file cannot be noticed, and the text can be copied anywhere.
 */
export function ReceiptActions({ link, isFramed = false }: ReceiptActionsProps) {
  const zone = useTimeZone();
  const [isPrinting, setPrinting] = useState(false);
  const [missed, setMissed] = useState<"print" | "file" | null>(null);
  const copy = useRef<HTMLDivElement>(null);
  const download = () => {
    const address = URL.createObjectURL(receiptFile(copy.current?.innerHTML ?? ""));
    const anchor = document.createElement("a");
    anchor.href = address;
    anchor.download = words.fileName(link.id);
    anchor.click();
    URL.revokeObjectURL(address);
    if (isFramed) setMissed("file");
  };
  const text = () => {
    const content = receiptOf(link, zone);
    return content ? receiptText(content) : "";
  };
  const refused = () => {
    setPrinting(false);
    setMissed("print");
  };
  return (
    <>
      {missed ? (
        <div className="w-full">
          <Banner
            tone={missed === "print" ? "warning" : "info"}
            title={missed === "print" ? words.notPrinted : words.noFile}
            announce
          >
            {words.otherwise(link.asked_by)}
          </Banner>
        </div>
      ) : null}
      {isFramed ? <CopyButton label={words.copy} text={text} /> : null}
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
        <PrintSheet onDone={() => setPrinting(false)} {...(isFramed && { onRefused: refused })}>
          <LinkReceipt link={link} />
        </PrintSheet>
      ) : null}
    </>
  );
}
