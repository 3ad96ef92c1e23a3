export type Fields = Record<string, unknown>;

/** An answer of the service: JSON, or a file. */
export type Answer =
  | { status: number; body: Fields; headers?: Record<string, string> }
  | { status: number; file: { name: string; type: string; content: Buffer } };

export const answer = (body: Fields, status = 200): Answer => ({ status, body: { success: true, ...body } });

/** A refusal, whose message names the field at fault. */
export const refusal = (status: number, message: string, extra: Fields = {}): Answer => ({
  status,
  body: { success: false, message, ...extra },
});

export const missing = (field: string): Answer => refusal(400, `Missing required field: ${field}`);
