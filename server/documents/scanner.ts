/** Scans uploaded documents for viruses with a clamd server (`DOCUMENTS_SCANNER`), by its INSTREAM command. */
import { type Socket, connect } from 'node:net';
import { once } from 'node:events';

/** What a scanner found in a document. `notScanned`: there is no scanner, or it could not be used. */
export type ScanState = 'notScanned' | 'clean' | 'infected';

/** Scans a content. Throws when the scanner cannot be used or does not accept the content. */
export type Scanner = (content: AsyncIterable<Uint8Array>) => Promise<Exclude<ScanState, 'notScanned'>>;

export interface ScannerSettings {
  readonly host: string;
  readonly port: number;
}

/** The port on which clamd listens by default. */
const CLAMD_PORT = 3310;

/** Parses `tcp://host` or `tcp://host:port`. Returns undefined for any other text. */
export function scannerSettingsOf(text: string): ScannerSettings | undefined {
  const { protocol, hostname, port } = URL.parse(text) ?? {};
  if (protocol !== 'tcp:' || hostname === undefined || hostname === '') return undefined;
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: port === '' ? CLAMD_PORT : Number(port) };
}

/** How long the scanner may take without reading or answering, in milliseconds. */
const SILENCE_LIMIT = 30_000;

/** The most characters of an answer. */
const LONGEST_ANSWER = 4096;

/** Writes a part, and waits while the scanner reads more slowly than it is written. */
async function write(socket: Socket, part: Uint8Array): Promise<void> {
  if (socket.errored) throw socket.errored;
  if (!socket.write(part)) await once(socket, 'drain');
}

function lengthOf(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.byteLength);
  return length;
}

async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  for await (const part of socket) {
    answer += String(part);
    if (answer.includes('\0') || answer.length > LONGEST_ANSWER) break;
  }
  return answer.split('\0', 1)[0] ?? '';
}

/** Returns a scanner that uses a clamd server, one connection for each document. */
export function clamdScanner(settings: ScannerSettings): Scanner {
  return async (content) => {
    const socket = connect(settings);
    // An error is thrown by whatever waits for the socket at that time, or by the next write.
    socket.on('error', () => undefined);
    socket.setTimeout(SILENCE_LIMIT, () => socket.destroy(new Error('The virus scanner does not answer')));
    try {
      await once(socket, 'connect');
      await write(socket, Buffer.from('zINSTREAM\0'));
      for await (const chunk of content) {
        // An empty chunk would end the stream.
        if (chunk.byteLength === 0) continue;
        await write(socket, lengthOf(chunk));
        await write(socket, chunk);
      }
      await write(socket, lengthOf(Buffer.alloc(0)));
      const answer = await answerOf(socket);
      if (answer === 'stream: OK') return 'clean';
      if (answer.endsWith(' FOUND')) return 'infected';
      throw new Error('The virus scanner could not scan a document');
    } finally {
      socket.destroy();
    }
  };
}
