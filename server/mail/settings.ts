/** Parses the email settings from environment variables. */
import { validateEmail } from '#domain/email.ts';

/** The mail server, from `SMTP_URL`. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /**
   * `tls`: TLS from the first byte (`smtps:`). `startTls`: STARTTLS is required (`smtp:`). `none`: a server on this
   * machine (`smtp://localhost`).
   */
  readonly encryption: 'tls' | 'startTls' | 'none';
  /** Undefined if the server requires no authentication. */
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

/** The sender of emails. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The submission ports of RFC 8314, for implicit TLS and for STARTTLS. */
const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const;

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Parses `smtps://user:password@host:port` or `smtp://…`. Returns undefined for any other text. */
export function parseSmtpSettings(text: string): SmtpSettings | undefined {
  const url = URL.parse(text);
  if (url === null || url.hostname === '' || url.search !== '' || url.hash !== '' || !/^\/?$/.test(url.pathname)) {
    return undefined;
  }
  const { protocol, hostname } = url;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return undefined;
  const [user, pass] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || pass === undefined) return undefined;
  const withoutTls = LOCAL.has(hostname) ? 'none' : 'startTls';
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: url.port === '' ? PORTS[protocol] : Number(url.port),
    encryption: protocol === 'smtps:' ? 'tls' : withoutTls,
    auth: user === '' ? undefined : { user, pass },
  };
}

/** Maximum length of a sender's name, in characters. */
const LONGEST_NAME = 100;

/** Parses `address` or `Name <address>`. Returns undefined for any other text. */
export function parseSender(text: string): Sender | undefined {
  const [, name = '', address = text.trim()] = /^([^<>"]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  // oxlint-disable-next-line no-control-regex -- A line break would end the header.
  const isName = name.length <= LONGEST_NAME && !/[\u0000-\u001f\u007f]/.test(name);
  return isName && validateEmail(address) === undefined ? { name: name.trim(), address } : undefined;
}
