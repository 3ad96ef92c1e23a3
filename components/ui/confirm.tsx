"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import type { ConfirmProps } from "./confirm-dialog.tsx";

const ConfirmDialog = dynamic(() => import("./confirm-dialog.tsx").then((module) => module.ConfirmDialog), {
  ssr: false,
}) as <Result>(props: ConfirmProps<Result>) => ReactNode;

/** Asks for confirmation of an action that affects others. The dialog loads once something is asked. */
export function Confirm<Result>(props: ConfirmProps<Result>) {
  return <ConfirmDialog {...props} />;
}
