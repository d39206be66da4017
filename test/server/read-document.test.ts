/** Uploaded documents that can be read (ruling 108), from the view of a person who opens them. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readDocument } from '#server/documents/read-document.ts';
import { reading } from '#server/documents/reading-pool.ts';
import { setLog } from '#server/log.ts';
import { PoolBusy, WorkerPool } from '#server/worker-pool.ts';
import { samplePdf } from '#test/support/sample-pdf.ts';

const asPdf = (content: Uint8Array) => readDocument({ mediaType: 'application/pdf', content });

/** Returns a PDF of three pages. */
async function drawn(options: ConstructorParameters<typeof PDFDocument>[0] = {}): Promise<Buffer> {
  const pdf = new PDFDocument(options);
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  for (const text of ['one', 'two', 'three']) {
    if (text !== 'one') pdf.addPage();
    for (let line = 0; line < 40; line += 1) pdf.text(`Page ${text}, line ${line}`);
  }
  pdf.end();
  await once(pdf, 'end');
  return Buffer.concat(pieces);
}

describe('a PDF', () => {
  it('opens, with other bytes before and after it, and with restrictions of copying', async () => {
    const pdf = await drawn();
    expect(await asPdf(pdf)).toBe('opens');
    expect(await asPdf(samplePdf())).toBe('opens');
    expect(await asPdf(Buffer.concat([Buffer.from('\u0000from the scanner\r\n'), pdf]))).toBe('opens');
    expect(await asPdf(Buffer.concat([pdf, Buffer.alloc(5000)]))).toBe('opens');
    const permissions = { printing: 'lowResolution', copying: false } as const;
    expect(await asPdf(await drawn({ ownerPassword: 'of the office', permissions }))).toBe('opens');
  });

  it('that needs a password is locked', async () => {
    expect(await asPdf(await drawn({ userPassword: 'secret' }))).toBe('locked');
  });

  it('is damaged if it was cut anywhere, has no page, or is something else', async () => {
    const pdf = await drawn();
    for (const part of [0.1, 0.5, 0.9, 0.98]) expect(await asPdf(pdf.subarray(0, pdf.length * part))).toBe('damaged');
    const empty = samplePdf().toString('latin1').replace('/Kids [3 0 R] /Count 1', '/Kids [     ] /Count 0');
    expect(await asPdf(Buffer.from(empty, 'latin1'))).toBe('damaged');
    expect(await asPdf(Buffer.from('%PDF-1.7 a sentence\n%%EOF'))).toBe('damaged');
    expect(await asPdf(new Uint8Array())).toBe('damaged');
  });

  it('is not changed by reading it', async () => {
    const pdf = samplePdf();
    await asPdf(pdf);
    expect(pdf).toEqual(samplePdf());
  });
});

describe('a picture', () => {
  const noise = sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  const pictures = [
    ['image/jpeg', () => noise.clone().jpeg()],
    ['image/png', () => noise.clone().png()],
    ['image/tiff', () => noise.clone().tiff()],
    ['image/gif', () => noise.clone().gif()],
  ] as const;

  it.each(pictures)('of the type %s opens, and is damaged if it was cut', async (mediaType, make) => {
    const content = await make().toBuffer();
    expect(await readDocument({ mediaType, content })).toBe('opens');
    for (const part of [0.05, 0.5, 0.9]) {
      const cut = content.subarray(0, content.length * part);
      expect(await readDocument({ mediaType, content: cut }), `${part}`).toBe('damaged');
    }
  });

  it('with the type of another format is damaged', async () => {
    const content = await noise.clone().png().toBuffer();
    expect(await readDocument({ mediaType: 'image/jpeg', content })).toBe('damaged');
  });
});

it('counts as damaged if it ends the process that opens it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-reading-'));
  const script = join(folder, 'worker.mjs');
  await writeFile(script, `export default ({ mediaType }) => (mediaType === 'crash' ? process.exit(1) : 'opens');`);
  setLog(() => undefined);
  const pool = new WorkerPool(script, { workers: 1, queue: 4, areProcesses: true, megabytes: 64 });
  const content = new Uint8Array(10);
  expect(await reading({ mediaType: 'crash', content }, pool)).toBe('damaged');
  expect(await reading({ mediaType: 'image/png', content }, pool)).toBe('opens');
  await pool.close();
  await rm(folder, { recursive: true });
});

it('is judged by the time that it takes itself, not by that of the documents before it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-reading-'));
  const script = join(folder, 'worker.mjs');
  await writeFile(
    script,
    `export default ({ mediaType }) => (mediaType === 'endless' ? new Promise((end) => setTimeout(end, 60_000)) : 'opens');`,
  );
  setLog(() => undefined);
  const pool = new WorkerPool(script, { workers: 1, queue: 4, areProcesses: true, megabytes: 64 });
  const content = new Uint8Array(10);
  await reading({ mediaType: 'image/png', content }, pool);
  const endless = reading({ mediaType: 'endless', content }, pool, { wait: 60_000, work: 2_000 });
  // These two wait for nearly two seconds: one has the time for that, the other does not get its turn.
  const behind = reading({ mediaType: 'image/png', content }, pool, { wait: 60_000, work: 1_900 });
  const impatient = reading({ mediaType: 'image/png', content }, pool, { wait: 100, work: 60_000 });
  await expect(impatient).rejects.toBeInstanceOf(PoolBusy);
  expect(await endless).toBe('damaged');
  expect(await behind).toBe('opens');
  await pool.close();
  await rm(folder, { recursive: true });
});
