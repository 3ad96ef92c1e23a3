import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { JobPage } from "#components/jobs/job-page";
import { titles } from "#components/shell/title-words.ts";
import { requirePageUser } from "#lib/sign-in/page-user";

interface Props {
  params: Promise<{ job_id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: titles.job((await params).job_id) };
}

export default async function Page({ params }: Props) {
  await requirePageUser();
  const { job_id } = await params;
  if (!/^[1-9]\d{0,14}$/.test(job_id)) notFound();
  return <JobPage jobId={Number(job_id)} />;
}
