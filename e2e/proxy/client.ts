import { type ClientHttp2Session, connect } from "node:http2";
import { connect as openPort } from "node:net";
import { connect as connectTls } from "node:tls";

/** An answer over HTTP/2, as far as it has been received. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Connects over HTTP/2 to the proxy from another address (127.0.0.2) than the proxy's. */
export function connectToProxy(port: number, ca: string): ClientHttp2Session {
  return connect(`https://localhost:${port}`, {
    createConnection: () =>
      connectTls({
        socket: openPort({ host: "127.0.0.1", port, localAddress: "127.0.0.2" }),
        servername: "localhost",
        ca,
        ALPNProtocols: ["h2"],
      }),
  });
}

/** Sends a request. Returns the whole answer, or the part received once `isEnough` returns true. */
export function ask(
  session: ClientHttp2Session,
  { method = "GET", path, headers = {}, body }: { method?: string; path: string; headers?: object; body?: string },
  isEnough: (text: string) => boolean = () => false,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ":method": method, ":path": path, ...headers });
    let answer: Answer = { status: 0, headers: {}, text: "" };
    stream.on("response", (head) => {
      answer = { ...answer, status: Number(head[":status"]), headers: head as Answer["headers"] };
    });
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      answer.text += chunk;
      if (!isEnough(answer.text)) return;
      resolve(answer);
      stream.close();
    });
    stream.on("end", () => resolve(answer));
    stream.on("error", reject);
    stream.end(body);
  });
}
