"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { linkedAccountState } from "#lib/browser/api/linked-account";
import { useAccountId } from "#lib/browser/session/account";

/** Loaded while an EMR refuses the credentials: seldom. */
const LoginLostNotice = dynamic(() => import("./login-lost-notice.tsx").then((module) => module.LoginLostNotice), {
  ssr: false,
});

/** Says above every page of an account that its EMR refuses the credentials. */
export function LoginLost() {
  const { data } = useQuery(linkedAccountState(useAccountId()));
  if (!data?.login_required_since) return null;
  return <LoginLostNotice since={data.login_required_since} readAt={data.synced_at} />;
}
