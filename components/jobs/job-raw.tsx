import { ChevronRight } from "lucide-react";
import { CopyButton } from "#components/ui/copy-button";
import type { JobDetailModel } from "#lib/job-record/model";
import { words } from "./words.ts";

function Raw({ title, value }: { title: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <details className="group border-b border-line py-2">
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-sm text-muted hover:text-fg">
        <ChevronRight aria-hidden className="size-4 group-open:rotate-90 motion-safe:transition-transform" />
        {title}
      </summary>
      <div className="relative mt-2">
        <pre className="max-h-80 overflow-auto rounded-md bg-sunken p-3 pr-12 text-xs leading-5">{text}</pre>
        <div className="absolute top-2 right-2">
          <CopyButton label={words.copy(title.toLowerCase())} text={text} iconOnly />
        </div>
      </div>
    </details>
  );
}

/** Shows the request and the event as JSON, as they were transmitted. */
export function JobRaw({ job, envelope }: { job: JobDetailModel; envelope: Record<string, unknown> | null }) {
  return (
    <section aria-label={words.rawData} className="border-t border-line">
      <Raw title={words.rawRequest} value={job.request} />
      {envelope ? <Raw title={words.rawEvent} value={envelope} /> : null}
    </section>
  );
}
