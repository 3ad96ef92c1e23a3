import { Banner } from "./banner.tsx";
import { words } from "./set-aside-words.ts";

/** Says above a record that it is shown as it was read last, and why. */
export const SetAsideNotice = ({ reason }: { reason: string }) => (
  <Banner tone="warning" title={words.shownAsReadLast}>
    {words.lookInTheEmr(reason)}
  </Banner>
);
