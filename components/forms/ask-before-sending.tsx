"use client";

import dynamic from "next/dynamic";

/** Asks a person before a form is sent. It loads once something is asked. */
export const AskBeforeSending = dynamic(
  () => import("./send-question-dialog.tsx").then((module) => module.SendQuestionDialog),
  { ssr: false },
);
