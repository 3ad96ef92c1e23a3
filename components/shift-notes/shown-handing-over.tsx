"use client";

import dynamic from "next/dynamic";

/**
 * The notes of the last shift, and handing over. A file of its own that the server names with the page: the notes come with
 * the day's lists, and the button does not push them away.
 */
export const ShownHandingOver = dynamic(() => import("./handing-over.tsx").then((module) => module.HandingOver), {
  loading: () => null,
});
