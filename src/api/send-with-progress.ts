/**
 * Sends a request with `XMLHttpRequest` and reports upload progress, which `fetch` cannot do. Input and output are
 * those of `fetch`: the promise rejects with a `TypeError` if the connection fails and with an `AbortError` if the
 * request is aborted.
 */
import type { OnProgress } from '#domain/call.ts';

/** Status codes without a body. The constructor of `Response` rejects a body for them. */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const [name = '', ...value] = line.split(':');
    if (name !== '') headers.append(name, value.join(':').trim());
  }
  const { status, response } = request;
  return new Response(!WITHOUT_BODY.includes(status) && response instanceof Blob ? response : null, {
    status,
    headers,
  });
}

/** Sends a form with a file as the body of a request without one. Calls `onProgress` once for each full percent. */
export const sendWithProgress = (
  { url, method, headers, signal }: Request,
  form: FormData,
  onProgress: OnProgress,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const stopped = () => reject(new DOMException('The request was stopped', 'AbortError'));
    if (signal.aborted) return stopped();
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'blob';
    headers.forEach((value, name) => request.setRequestHeader(name, value));

    let said = -1;
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      const percent = lengthComputable ? Math.floor((100 * loaded) / total) : said;
      if (percent === said) return;
      said = percent;
      onProgress(percent);
    });

    const stop = () => request.abort();
    signal.addEventListener('abort', stop, { once: true });
    request.addEventListener('abort', stopped);
    request.addEventListener('error', () => reject(new TypeError('The connection was lost')));
    request.addEventListener('load', () => resolve(toResponse(request)));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    request.send(form);
  });
