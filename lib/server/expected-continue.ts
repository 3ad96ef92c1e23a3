import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { refuse } from "./refusal.ts";

/** The requests whose clients wait for 100 before they send the body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

const isContinue = (expectation: string): boolean =>
  expectation.split(",").every((member) => member.trim().toLowerCase() === "100-continue");

/**
 * Keeps 100 Continue (RFC 9110, section 10.1.1) for those who read a body: they ask for it by `askForBody`, after they have
 * judged what the head tells. Whoever is refused before that gets the final answer alone, and the connection is closed,
 * since nobody knows whether the body follows. Every other expectation is 417.
 */
export function answerExpectations(server: Server): void {
  const refuseExpectation = (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader("connection", "close");
    refuse(request, response, { status: 417, message: "The expectation in the Expect header is not supported" });
  };
  server.on("checkExpectation", refuseExpectation);
  server.on("checkContinue", (request, response) => {
    if (!isContinue(request.headers.expect ?? "")) {
      refuseExpectation(request, response);
      return;
    }
    waiting.set(request, response);
    server.emit("request", request, response);
  });
}

/** Sends 100 to a client that waits for it, once. */
export function askForBody(request: IncomingMessage): void {
  const response = waiting.get(request);
  waiting.delete(request);
  if (response && !response.headersSent) response.writeContinue();
}
