import type { Call } from "./call.d.ts";
import { UsageError } from "./cli-errors.ts";
import type { Client } from "./face.d.ts";
import { SAMPLES } from "./samples.ts";

type Fields = Record<string, unknown>;

function fieldsOf(data: string | undefined): Fields {
  if (data === undefined) return {};
  try {
    const fields: unknown = JSON.parse(data);
    if (typeof fields === "object" && fields !== null && !Array.isArray(fields)) return { ...fields };
  } catch {
    // The error below says what is expected.
  }
  throw new UsageError(`--data must be a JSON object, such as '{"notes":"A trial"}'`);
}

/** Returns the method at a path such as `orders.catalog.fetch`. */
const methodAt = (client: Client, path: string) =>
  // The table of samples and the methods are made by one script from one list.
  path.split(".").reduce<unknown>((node, name) => (node as Fields)[name], client) as Call<{
    input: Fields;
    answer: Fields;
  }>;

/**
 * `records trigger`: sends an operation's sample to an account of the sandbox, for its first patient unless `data` names
 * one. Returns the answer. Throws the refusal of any other account before anything is written.
 */
export async function trigger(
  client: Client,
  operation: string | undefined,
  data: string | undefined,
): Promise<Fields> {
  const sample = operation === undefined ? undefined : SAMPLES[operation];
  if (!sample) throw new UsageError(`trigger needs an operation: ${Object.keys(SAMPLES).join(", ")}`);
  const given = fieldsOf(data);
  // Only accounts of the sandbox answer this.
  await client.sandbox.behavior.get();
  const input: Fields = { ...sample.input, ...given };
  if ("patient_mrn" in sample.input && !("patient_mrn" in given)) {
    const { patients } = await client.patients.list({ limit: 1 });
    if (patients[0]) input.patient_mrn = patients[0].mrn;
  }
  try {
    return await methodAt(client, sample.method)(input);
  } catch (error) {
    // A part of the path, such as the id of the record to change, which no sample can know.
    if (error instanceof TypeError) throw new UsageError(`${error.message}: give it with --data`);
    throw error;
  }
}
