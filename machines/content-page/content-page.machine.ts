/** A static page (P §2.6): fetched by its path, and shown. A page without content is as good as none. */
import { isRefusedWith } from '#domain/call.ts';
import { content } from '#domain/content/calls.ts';
import { filledPage } from '#domain/content/rules.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import { call } from '../kit/effect.ts';
import { resource } from '../kit/resource.machine.ts';

export interface ContentPageInput {
  /** The path below `/content`. */
  readonly path: string;
  /** The version of managed content, by which an answer may be cached. */
  readonly version: string;
  /** What the page's texts have in braces. */
  readonly configuration: Configuration;
}

export const contentPage = resource({
  id: 'contentPage',
  description: 'A static page of managed content is fetched by its path and shown',
  load: call(content.page),
  request: ({ path, version }: ContentPageInput) => ({ query: { path, version } }),
  data: (page, { configuration }) => filledPage(page, configuration),
  isEmpty: (page) => page.content.trim() === '',
  isMissing: (failure) => isRefusedWith(failure, 404),
  whenEmpty: { leftFor: '/error/not-found' },
});
