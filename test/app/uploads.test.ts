/** Uploads go on after their page was left, and the frame of the page shows them. */
import { beforeEach, expect, it, vi } from 'vitest';
import { documents } from '#domain/documents/calls.ts';
import type { CallFailure, OnProgress } from '#domain/call.ts';
import { type Uploads, createUploads } from '#src/app/uploads/uploads.ts';
import type { RunEffect } from '#machines/kit/effect.ts';

const receipt = { confirmationNumber: 'LK-1', uploadedDateTime: '', fileName: '', fileSizeFormatted: '' };

let uploads: Uploads;
let path: string;
const held = vi.fn<() => void>();
const released = vi.fn<() => void>();

/** Starts an upload. Returns functions that act as its page, the connection and the server. */
function begin() {
  const page = new AbortController();
  let answers: (given: unknown) => void = () => undefined;
  let fails: (why: unknown) => void = () => undefined;
  let line: { readonly signal: AbortSignal; readonly progress: OnProgress } | undefined;
  const run: RunEffect = (_, __, signal, progress = () => undefined) => {
    line = { signal, progress };
    return new Promise((resolve, reject) => {
      answers = resolve;
      fails = reject;
    });
  };
  const input = { idempotencyKey: 'key', body: { file: { name: 'pay.pdf', size: 10, mediaType: 'application/pdf' } } };
  const answer = uploads.going(run)({ kind: 'call', call: documents.upload }, input, page.signal);
  answer.catch(() => undefined);
  if (line === undefined) throw new Error('Nothing was sent');
  return {
    ...line,
    cancel: () => page.abort(),
    leave: () => {
      path = '/dashboard';
      page.abort();
    },
    ends: async (given: unknown) => {
      answers(given);
      await answer;
    },
    fails: async (failure: CallFailure) => {
      fails(failure);
      await answer.catch(() => undefined);
    },
  };
}

beforeEach(() => {
  held.mockClear();
  released.mockClear();
  path = '/documents/upload-documents';
  const hold = () => {
    held();
    return released;
  };
  uploads = createUploads({ unsaved: { hold }, place: () => path });
});

it('continues after the page was left, with its progress, until it is closed', async () => {
  const upload = begin();
  expect(held).toHaveBeenCalledTimes(1);
  upload.progress(10);
  expect(uploads.shown()).toEqual([]);
  upload.leave();
  expect(upload.signal.aborted).toBe(false);
  upload.progress(45);
  expect(uploads.shown()).toMatchObject([{ name: 'pay.pdf', percent: 45, state: 'sending' }]);
  await upload.ends({ outcome: 'received', receipt });
  expect(released).toHaveBeenCalledTimes(1);
  expect(uploads.shown()).toMatchObject([{ state: 'received' }]);
  uploads.close(uploads.shown()[0]?.id ?? '');
  expect(uploads.shown()).toEqual([]);
});

it('ends if it is canceled on its page', () => {
  const upload = begin();
  upload.cancel();
  expect(upload.signal.aborted).toBe(true);
  expect(uploads.shown()).toEqual([]);
});

it('is not shown if its page shows its end', async () => {
  await begin().ends({ outcome: 'received', receipt });
  expect(uploads.shown()).toEqual([]);
  expect(released).toHaveBeenCalledTimes(1);
});

it('reports a refusal with its reason, and an unknown outcome', async () => {
  const refused = begin();
  refused.leave();
  await refused.ends({ outcome: 'refused', reason: 'file.locked' });
  path = '/documents/upload-documents';
  const lost = begin();
  lost.leave();
  await lost.fails({ kind: 'noAnswer' });
  expect(uploads.shown()).toMatchObject([
    { state: 'refused', reason: 'file.locked' },
    { state: 'unknown', reason: null },
  ]);
});

it('ends with the session', () => {
  const upload = begin();
  upload.leave();
  uploads.stop();
  expect(upload.signal.aborted).toBe(true);
  expect(uploads.shown()).toEqual([]);
});
