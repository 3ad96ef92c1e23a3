import dynamic from "next/dynamic";

const SetAsideNotice = dynamic(() => import("./set-aside-notice.tsx").then((module) => module.SetAsideNotice), {
  ssr: false,
});

interface SetAsideBannerProps {
  /** Why the EMR's present state of the record cannot be read; "" or null for a record that is up to date. */
  reason: string | null | undefined;
}

/** Says above a record that it is shown as it was read last, and why. */
export const SetAsideBanner = ({ reason }: SetAsideBannerProps) => (reason ? <SetAsideNotice reason={reason} /> : null);
