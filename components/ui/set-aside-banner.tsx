import { Banner } from "./banner.tsx";
import { words } from "./set-aside-words.ts";

interface SetAsideBannerProps {
  /** Why the EMR's present state of the record cannot be read; "" or null for a record that is up to date. */
  reason: string | null | undefined;
}

/** Says above a record that it is shown as it was read last, and why. */
export function SetAsideBanner({ reason }: SetAsideBannerProps) {
  if (!reason) return null;
  return (
    <Banner tone="warning" title={words.shownAsReadLast}>
      {words.lookInTheEmr(reason)}
    </Banner>
  );
}
