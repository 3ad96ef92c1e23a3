"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "#components/ui/skeleton";

interface JobFieldsProps {
  /** Operation id. */
  type: string;
  /** The request or the result. */
  record: Record<string, unknown>;
}

/**
 * Loads the definitions of all forms, which the rest of the panel does not need, as a file of their own that every part
 * of the console shares.
 */
export async function loadJobFields() {
  const [{ FieldLines }, { findOperation }] = await Promise.all([
    import("./field-lines.tsx"),
    import("#lib/catalog/catalog"),
  ]);
  return ({ type, record }: JobFieldsProps) => <FieldLines form={findOperation(type)?.form} record={record} />;
}

/** Shows the fields of a job's request or result. */
export const JobFields = dynamic(loadJobFields, { loading: () => <Skeleton className="h-24 w-full" /> });
