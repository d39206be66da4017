/** Static page (P §2.6): loads the page by its path and shows it. A page without content counts as missing. */
import { isRefusedWith } from '#domain/call.ts';
import { content } from '#domain/portal/content/calls.ts';
import { filledPage } from '#domain/portal/content/rules.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import { call } from '../../kit/effect.ts';
import { resource } from '../../kit/resource.machine.ts';

export interface ContentPageInput {
  /** Path below `/content`. */
  readonly path: string;
  /** Version of the managed content, used as a cache key. */
  readonly version: string;
  /** Values for the placeholders in the page's texts. */
  readonly configuration: Configuration;
}

export const contentPage = resource({
  id: 'contentPage',
  description: 'A static page of managed content loads by its path',
  load: call(content.page),
  request: ({ path, version }: ContentPageInput) => ({ query: { path, version } }),
  data: (page, { configuration }) => filledPage(page, configuration),
  isEmpty: (page) => page.content.trim() === '',
  isMissing: (failure) => isRefusedWith(failure, 404),
  whenEmpty: { leftFor: '/error/not-found' },
});
