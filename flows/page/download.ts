/** The exports of a flow, as files that the browser saves. */
import { toConfigJson } from '../config-json.ts';
import type { Layout } from '../layout.ts';
import { toMermaid } from '../mermaid.ts';
import { drawDiagram } from '../svg.ts';
import type { Flow } from './workbench-machines.ts';

export const FORMATS = ['SVG', 'PNG', 'Mermaid', 'XState JSON'] as const;
export type Format = (typeof FORMATS)[number];

/** The number of PNG pixels per pixel of the drawing. */
const SHARPNESS = 2;

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function renderPng(svg: string): Promise<Blob> {
  const image = new Image();
  // A security policy may forbid pictures from blobs, so the picture is in its address.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * SHARPNESS;
  canvas.height = image.naturalHeight * SHARPNESS;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The picture is too large for a PNG')) : resolve(blob)));
  });
}

/** Saves a flow in a format. */
export async function download({ id, title, machine, diagram }: Flow, layout: Layout, format: Format): Promise<void> {
  const svg = () => drawDiagram(diagram, layout, { title });
  switch (format) {
    case 'SVG':
      return save(new Blob([svg()], { type: 'image/svg+xml' }), `${id}.svg`);
    case 'PNG':
      return save(await renderPng(svg()), `${id}.png`);
    case 'Mermaid':
      return save(new Blob([toMermaid(diagram)], { type: 'text/plain' }), `${id}.mmd`);
    case 'XState JSON':
      return save(new Blob([toConfigJson(machine)], { type: 'application/json' }), `${id}.json`);
  }
}
