"use client";

import { Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "#components/ui/icon-button";
import { ScrollArea } from "#components/ui/scroll-area";
import { isEmbedded } from "#lib/browser/session/authority";
import { decodeText } from "./decode-text.ts";
import { printApart } from "./print-apart.ts";

interface TextViewProps {
  file: Blob;
  name: string;
}

/** A file of text as it was written, its lines broken to fit; markup is shown as the text that it is. */
export function TextView({ file, name }: TextViewProps) {
  const [text, setText] = useState("");
  useEffect(() => {
    let shown = true;
    void file.arrayBuffer().then((bytes) => shown && setText(decodeText(bytes)));
    return () => {
      shown = false;
    };
  }, [file]);
  const print = () =>
    void printApart(async (sheet) => {
      const lines = sheet.createElement("pre");
      lines.textContent = text;
      sheet.body.append(lines);
    });
  return (
    <>
      {/* A partner's frame lets nothing print. */}
      {isEmbedded() ? null : (
        <div role="toolbar" aria-label="View" className="flex items-center border-b border-line px-2 py-1">
          <IconButton label="Print" onPress={print}>
            <Printer />
          </IconButton>
        </div>
      )}
      <ScrollArea label={`Content of ${name}`} className="min-h-0 flex-1 overflow-auto bg-sunken p-4">
        <pre dir="auto" className="font-code text-sm break-words whitespace-pre-wrap">
          {text}
        </pre>
      </ScrollArea>
    </>
  );
}
