"use client";

import { useEffect, useRef, useState } from "react";
import { ScrollArea } from "#components/ui/scroll-area";
import { PAGE_GAP, type PageSize, turned } from "./page-layout.ts";
import { addPicture, printApart } from "./print-apart.ts";
import { useBox } from "./use-box.ts";
import { useViewing } from "./use-viewing.ts";
import { ViewerToolbar } from "./viewer-toolbar.tsx";
import { words } from "./words.ts";

interface ImageViewProps {
  file: Blob;
  name: string;
  /** Called if the browser cannot draw the image. */
  onUnreadable: (reason: string) => void;
}

/** Object URL of the file while it is shown. */
function useAddress(file: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

/** Shows an image, at most at its own size unless enlarged, with rotation for skewed scans. */
export function ImageView({ file, name, onUnreadable }: ImageViewProps) {
  const scroller = useRef<HTMLElement>(null);
  const box = useBox(scroller);
  const address = useAddress(file);
  const [size, setSize] = useState<PageSize | null>(null);
  const { zoom, rotation, toolbar } = useViewing(() => printApart((sheet) => addPicture(sheet, file)));

  const shown = size ? turned(size, rotation) : null;
  const room = Math.max(1, box.width - 2 * PAGE_GAP);
  const scale = zoom === "fit" ? Math.min(1, shown ? room / shown.width : 1) : zoom;

  return (
    <>
      <ViewerToolbar {...toolbar} scale={scale} />
      <ScrollArea
        ref={scroller}
        label={words.contentOf(name)}
        className="flex min-h-0 flex-1 overflow-auto bg-sunken p-4"
      >
        <div
          className="relative m-auto shrink-0"
          style={shown ? { width: shown.width * scale, height: shown.height * scale } : undefined}
        >
          {address ? (
            // biome-ignore lint/performance/noImgElement: the bytes are already loaded
            <img
              src={address}
              alt={name}
              className="absolute top-1/2 left-1/2 max-w-none"
              style={{
                width: size ? size.width * scale : undefined,
                transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
              }}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                // An SVG without a size of its own reports 0.
                setSize({ width: naturalWidth || 600, height: naturalHeight || 600, rotate: 0 })
              }
              onError={() => onUnreadable(words.damagedPicture)}
            />
          ) : null}
        </div>
      </ScrollArea>
    </>
  );
}
