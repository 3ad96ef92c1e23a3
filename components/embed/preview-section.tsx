"use client";

import dynamic from "next/dynamic";
import { type CSSProperties, useId } from "react";
import { Segments } from "#components/ui/segments";
import { Skeleton } from "#components/ui/skeleton";
import { TextField } from "#components/ui/text-field";
import { themeVariables } from "#lib/browser/embed/embed-look";
import { type PartnerLook, themeOf } from "./snippet.ts";
import { words } from "./words.ts";

const Preview = dynamic(() => import("./preview.tsx").then((module) => module.Preview), {
  ssr: false,
  loading: () => <Skeleton className="m-4 h-64" />,
});

const VIEWS = [
  { id: "jobs", name: words.jobs },
  { id: "job", name: words.job },
  { id: "appointments", name: words.appointments },
  { id: "providers", name: words.providers },
  { id: "documents", name: words.documents },
  { id: "operation", name: words.form },
  { id: "webhooks", name: words.webhooks },
  { id: "booking", name: words.booking },
] as const;

interface PreviewSectionProps {
  look: PartnerLook;
  onChange: (look: PartnerLook) => void;
}

/** A preview of a view with this account's records and settings of its look. */
export function PreviewSection({ look, onChange }: PreviewSectionProps) {
  const id = useId();
  const style = Object.fromEntries(themeVariables({ variables: themeOf(look) })) as CSSProperties;
  const radiusProblem = look.radius === "" || /^\d{1,2}$/.test(look.radius) ? undefined : words.wholePixels;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {words.preview}
        </h2>
        <p className="text-sm text-faint">{words.previewNote}</p>
      </div>
      <Segments
        label={words.view}
        value={look.view as (typeof VIEWS)[number]["id"]}
        options={VIEWS}
        onChange={(view) => onChange({ ...look, view })}
        className="self-start max-sm:w-full"
      />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="w-40">
          <TextField
            label={words.accentColor}
            placeholder="#0a7a4f"
            value={look.accent}
            onChange={(accent) => onChange({ ...look, accent })}
          />
        </div>
        <div className="w-32">
          <TextField
            label={words.cornerRadius}
            placeholder="6"
            value={look.radius}
            onChange={(radius) => onChange({ ...look, radius })}
            error={radiusProblem}
          />
        </div>
        <div className="w-56">
          <TextField
            label={words.fonts}
            placeholder="Georgia, serif"
            value={look.font}
            onChange={(font) => onChange({ ...look, font })}
          />
        </div>
      </div>
      <div className="h-140 overflow-auto rounded-lg border border-line-strong bg-canvas">
        <div style={style} className="font-text">
          <Preview key={look.view} view={look.view} />
        </div>
      </div>
    </section>
  );
}
