"use client";

import dynamic from "next/dynamic";
import { useLayoutEffect } from "react";
import { useAside } from "#lib/browser/page/form-intent";
import { expectForm, forgetTyped } from "#lib/browser/page/typed-before-form";

const Aside = dynamic(() => import("./aside-drawer.tsx").then((module) => module.AsideDrawer), { ssr: false });

/**
 * Shows an operation's form (`?new=<operation id>`) or a job's panel (`?job=<job id>`) beside the page. Rendered once
 * in the frame; its code loads on first use.
 */
export function OperationDrawer() {
  const { operationId, jobId } = useAside();
  const form = jobId === null ? operationId : null;
  useLayoutEffect(() => {
    // What opened the form by a press has begun already.
    if (form !== null) return expectForm();
    window.takeEarlyKeys?.();
    forgetTyped();
  }, [form]);
  useLayoutEffect(() => forgetTyped, []);
  return operationId === null && jobId === null ? null : <Aside />;
}
