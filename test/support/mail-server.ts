/** Mail server for tests: stores received messages, and can refuse, disconnect or never answer. It has no TLS. */
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';

/** Behavior for the next message. */
export type MailBehavior = 'accept' | 'refuse' | 'refuseForNow' | 'dropAfterData' | 'silent';

export interface TestMailServer {
  /** URL for `SMTP_URL`. */
  readonly url: string;
  /** Accepted messages, as they were sent. */
  readonly messages: string[];
  behavior: MailBehavior;
  close(): Promise<void>;
}

const RECIPIENT_ANSWERS: Partial<Record<MailBehavior, string>> = {
  refuse: '550 5.1.1 <someone@example.com> is unknown',
  refuseForNow: '451 4.3.0 Try again later',
};

/** Answers one connection line by line. */
function serve(socket: Socket, mail: Pick<TestMailServer, 'messages' | 'behavior'>): void {
  let text = '';
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.on('error', () => undefined);
  if (mail.behavior === 'silent') return;
  say('220 test');
  socket.on('data', (chunk) => {
    text += chunk.toString();
    for (;;) {
      if (isData) {
        const end = text.indexOf('\r\n.\r\n');
        if (end === -1) return;
        mail.messages.push(text.slice(0, end));
        text = text.slice(end + 5);
        isData = false;
        if (mail.behavior === 'dropAfterData') {
          socket.destroy();
          return;
        }
        say('250 accepted');
      }
      const end = text.indexOf('\r\n');
      if (end === -1) return;
      const command = text.slice(0, 4).toUpperCase();
      text = text.slice(end + 2);
      if (command === 'RCPT') say(RECIPIENT_ANSWERS[mail.behavior] ?? '250 ok');
      else if (command === 'DATA') {
        isData = true;
        say('354 go on');
      } else if (command === 'QUIT') {
        say('221 bye');
        socket.end();
      } else say('250 ok');
    }
  });
}

/** Starts the server on a free local port. */
export async function startMailServer(): Promise<TestMailServer> {
  const mail: Pick<TestMailServer, 'messages' | 'behavior'> = { messages: [], behavior: 'accept' };
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, mail);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(mail, {
    url: `smtp://127.0.0.1:${port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  });
}
