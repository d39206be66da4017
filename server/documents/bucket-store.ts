/** A document store in an S3-compatible bucket. Requests are signed by aws4fetch. */
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { AwsClient } from 'aws4fetch';
import { toStream } from '../streams.ts';
import { type DocumentStore, DocumentsUnavailable } from './store.ts';

export interface BucketSettings {
  /** The URL of the bucket, optionally with a folder. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Timeout for a request to the bucket, in milliseconds. */
const TIME_LIMIT = 60_000;

/**
 * Replaces the body's hash in the signature, because a streamed body can be read only once. HTTPS and the document's
 * encryption protect the content.
 */
const UNSIGNED = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };

const refused = ({ status }: Response, what: string): DocumentsUnavailable =>
  new DocumentsUnavailable(`The document store refused to ${what} (${status})`, { isMissing: status === 404 });

/**
 * Creates a document store for a bucket. An error response becomes {@link DocumentsUnavailable} with the status and
 * nothing of the document.
 */
export function bucketStore({ url, region, accessKeyId, secretAccessKey }: BucketSettings): DocumentStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const toUrl = (name: string): string => `${url.replace(/\/$/, '')}/${encodeURIComponent(name)}`;

  /** Sends a request whose signature does not cover the body, because the stream can be read only once. */
  async function send(
    method: string,
    name: string,
    body?: { readonly content: ReadableStream; readonly size: number },
  ) {
    const headers = { ...UNSIGNED, ...(body && { 'content-length': String(body.size) }) };
    const signed = await client.sign(toUrl(name), { method, headers });
    const answer = fetch(signed.url, {
      method,
      headers: { ...Object.fromEntries(signed.headers), ...headers },
      signal: AbortSignal.timeout(TIME_LIMIT),
      ...(body && { body: body.content, duplex: 'half' as const }),
    });
    return answer.catch((cause: unknown) => {
      throw new DocumentsUnavailable('The document store does not respond', { cause });
    });
  }

  return {
    put: async (name, file) => {
      const { size } = await stat(file);
      const content = toStream(createReadStream(file));
      const answer = await send('PUT', name, { content, size });
      await answer.body?.cancel();
      if (!answer.ok) throw refused(answer, 'take a document');
      await rm(file, { force: true });
    },
    get: async (name) => {
      const answer = await send('GET', name);
      if (answer.ok && answer.body !== null) return answer.body;
      await answer.body?.cancel();
      throw refused(answer, 'give a document');
    },
    delete: async (name) => {
      const answer = await send('DELETE', name);
      await answer.body?.cancel();
      if (!answer.ok && answer.status !== 404) throw refused(answer, 'delete a document');
    },
  };
}
