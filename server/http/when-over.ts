/** Detects the end of a request: its response is sent, or its connection is closed. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests under way, by connection. */
const onConnection = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `done` once when the request is over. A pipelined response that waits for an earlier one does not emit `close`
 * when the client hangs up, so the connection is observed too.
 */
export function whenOver({ socket }: IncomingMessage, response: ServerResponse, done: () => void): void {
  let requests = onConnection.get(socket);
  if (requests === undefined) {
    const all = new Set<() => void>();
    requests = all;
    onConnection.set(socket, all);
    socket.once('close', () => {
      for (const end of all) end();
    });
  }
  const own = requests;
  const end = () => {
    if (own.delete(end)) done();
  };
  own.add(end);
  response.once('close', end);
}
