"use client";

import dynamic from "next/dynamic";
import { useLayoutEffect } from "react";
import { useAside } from "#lib/browser/page/form-intent";
import { expectForm, forgetTyped } from "./typed-before-form.ts";

const Aside = dynamic(() => import("./aside-drawer.tsx").then((module) => module.AsideDrawer), { ssr: false });

/**
 * Shows an operation's form (`?new=<operation id>`) or a job's panel (`?job=<job id>`) beside the page. Rendered once
 * in the frame; its code loads on first use.
 */
export function OperationDrawer() {
  const { operationId, jobId } = useAside();
  const form = jobId === null ? operationId : null;
  useLayoutEffect(() => {
    if (form === null) return void window.takeEarlyKeys?.();
    expectForm();
    return forgetTyped;
  }, [form]);
  return operationId === null && jobId === null ? null : <Aside />;
}
