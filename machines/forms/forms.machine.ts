/** The list of the servicer's forms (ruling 15), from managed content. */
import * as v from 'valibot';
import { content } from '#domain/content/calls.ts';
import type { ListedForm } from '#domain/content/forms.ts';
import { filledHtml, filledText } from '#domain/content/rules.ts';
import { type ContentList, FormEntry } from '#domain/content/shapes.ts';
import { EXTERNAL_REDIRECT, externalAddressOf } from '#domain/portal/external.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import { call } from '../kit/effect.ts';
import { resource } from '../kit/resource.machine.ts';

export interface FormsInput {
  /** Which hosts may be opened, and what the texts have in braces. */
  readonly configuration: Configuration;
}

/** The address of a form as a link has it; undefined where the portal may not lead there. */
function linkOf(href: string, hosts: readonly string[]): Pick<ListedForm, 'href' | 'isElsewhere'> | undefined {
  if (href.startsWith('/')) return { href, isElsewhere: false };
  const parameters = new URLSearchParams({ externalUrl: href });
  return externalAddressOf(parameters, hosts) && { href: `${EXTERNAL_REDIRECT}?${parameters}`, isElsewhere: true };
}

/**
 * The forms of the list, in its order, with what the configuration says in their places. An entry without a purpose or an
 * address, or with one on a host that is not configured, is left out.
 */
export const formsOf = (list: ContentList, configuration: Configuration): ListedForm[] =>
  list.flatMap((item): ListedForm[] => {
    const entry = v.safeParse(FormEntry, item);
    const link = entry.success ? linkOf(entry.output.href, configuration.externalRedirectHosts) : undefined;
    if (!entry.success || link === undefined) return [];
    const { headline, message } = entry.output;
    return [
      {
        ...entry.output,
        ...link,
        headline: filledText(headline, configuration),
        message: filledHtml(message, configuration),
      },
    ];
  });

export const forms = resource({
  id: 'forms',
  description: 'The forms of the servicer, each with what it is for and where it is',
  screen: { path: '/documents/forms', title: 'Forms' },
  load: call(content.list),
  request: () => ({ params: { section: 'documents', name: 'forms' }, query: {} }),
  data: (list, { configuration }: FormsInput) => formsOf(list, configuration),
  isEmpty: ({ length }) => length === 0,
});
