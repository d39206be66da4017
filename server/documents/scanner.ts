/** Scans uploaded documents for viruses with the INSTREAM command of a clamd server (`DOCUMENTS_SCANNER`). */
import { type Socket, connect } from 'node:net';
import { once } from 'node:events';

/** The result of a virus scan. `notScanned`: there is no scanner, or it failed or did not respond in time. */
export type ScanState = 'notScanned' | 'clean' | 'infected';

/** Scans a document. Throws if the scanner is unavailable or rejects the content. */
export type Scanner = (content: AsyncIterable<Uint8Array>) => Promise<Exclude<ScanState, 'notScanned'>>;

export interface ScannerSettings {
  readonly host: string;
  readonly port: number;
}

/** The default port of clamd. */
const CLAMD_PORT = 3310;

/** Parses `tcp://host` or `tcp://host:port`. Returns undefined for any other text. */
export function parseScannerSettings(text: string): ScannerSettings | undefined {
  const { protocol, hostname, port } = URL.parse(text) ?? {};
  if (protocol !== 'tcp:' || hostname === undefined || hostname === '') return undefined;
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: port === '' ? CLAMD_PORT : Number(port) };
}

/** Inactivity timeout of the scanner, in milliseconds. */
const SILENCE_LIMIT = 5000;

/** Maximum length of a response, in characters. */
const LONGEST_ANSWER = 4096;

/** Writes a chunk and waits for the socket to drain if its buffer is full. */
async function write(socket: Socket, part: Uint8Array): Promise<void> {
  if (socket.errored) throw socket.errored;
  if (!socket.write(part)) await once(socket, 'drain');
}

function encodeLength(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.byteLength);
  return length;
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = '';
  for await (const part of socket) {
    answer += String(part);
    if (answer.includes('\0') || answer.length > LONGEST_ANSWER) break;
  }
  return answer.split('\0', 1)[0] ?? '';
}

/** Returns a scanner that uses a clamd server, with one connection per document. */
export function clamdScanner(settings: ScannerSettings): Scanner {
  return async (content) => {
    const socket = connect(settings);
    // Pending operations on the socket, or the next write, throw the error.
    socket.on('error', () => undefined);
    socket.setTimeout(SILENCE_LIMIT, () => socket.destroy(new Error('The virus scanner does not respond')));
    try {
      await once(socket, 'connect');
      await write(socket, Buffer.from('zINSTREAM\0'));
      for await (const chunk of content) {
        // An empty chunk would end the stream.
        if (chunk.byteLength === 0) continue;
        await write(socket, encodeLength(chunk));
        await write(socket, chunk);
      }
      await write(socket, encodeLength(Buffer.alloc(0)));
      const answer = await readAnswer(socket);
      if (answer === 'stream: OK') return 'clean';
      if (answer.endsWith(' FOUND')) return 'infected';
      throw new Error('The virus scanner could not scan a document');
    } finally {
      socket.destroy();
    }
  };
}
