"use client";

import { Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "#components/ui/icon-button";
import { ScrollArea } from "#components/ui/scroll-area";
import { decodeText } from "./decode-text.ts";
import { printApart } from "./print-apart.ts";
import { words } from "./words.ts";

interface TextViewProps {
  file: Blob;
  name: string;
}

/** Shows a text file with wrapped lines; markup is shown as plain text. */
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
      <div role="toolbar" aria-label={words.view} className="flex items-center border-b border-line px-2 py-1">
        <IconButton label={words.print} onPress={print}>
          <Printer />
        </IconButton>
      </div>
      <ScrollArea label={words.contentOf(name)} className="min-h-0 flex-1 overflow-auto bg-sunken p-4">
        <pre dir="auto" className="font-code text-sm break-words whitespace-pre-wrap">
          {text}
        </pre>
      </ScrollArea>
    </>
  );
}
