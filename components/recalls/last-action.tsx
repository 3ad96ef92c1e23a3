import { RelativeTime } from "#components/ui/relative-time";
import type { RecallModel } from "#lib/resources/recalls/model";

/** What was done about a recall last, and when; nothing where nothing was done yet. */
export function LastAction({ recall }: { recall: RecallModel }) {
  const last = recall.actions.at(-1);
  if (!last) return null;
  return (
    <>
      {last.action_taken}{" "}
      <span className="text-faint">
        <RelativeTime at={last.created_at} />
      </span>
    </>
  );
}
