/** List of the servicer's forms (ruling 15), from managed content. */
import * as v from 'valibot';
import { content } from '#domain/portal/content/calls.ts';
import type { ListedForm } from '#domain/portal/content/forms.ts';
import { filledHtml, filledText } from '#domain/portal/content/rules.ts';
import { type ContentList, FormEntry } from '#domain/portal/content/shapes.ts';
import { EXTERNAL_REDIRECT, parseExternalAddress } from '#domain/portal/external.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import { call } from '../../kit/effect.ts';
import { resource } from '../../kit/resource.machine.ts';

export interface FormsInput {
  /** Allowed hosts, and the values for placeholders in the texts. */
  readonly configuration: Configuration;
}

/** Returns the href of a form's link, or undefined if the portal may not link to it. */
function toLink(href: string, hosts: readonly string[]): Pick<ListedForm, 'href' | 'isElsewhere'> | undefined {
  if (href.startsWith('/')) return { href, isElsewhere: false };
  const parameters = new URLSearchParams({ externalUrl: href });
  return parseExternalAddress(parameters, hosts) && { href: `${EXTERNAL_REDIRECT}?${parameters}`, isElsewhere: true };
}

/**
 * Returns the forms of the list in its order, with placeholders filled in. Skips entries without a purpose or URL, and
 * URLs on hosts that are not configured.
 */
export const toListedForms = (list: ContentList, configuration: Configuration): ListedForm[] =>
  list.flatMap((item): ListedForm[] => {
    const entry = v.safeParse(FormEntry, item);
    const link = entry.success ? toLink(entry.output.href, configuration.externalRedirectHosts) : undefined;
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
  description: "The servicer's forms, each with its purpose and a link",
  screen: { path: '/documents/forms', title: 'Forms' },
  load: call(content.list),
  request: () => ({ params: { section: 'documents', name: 'forms' }, query: {} }),
  data: (list, { configuration }: FormsInput) => toListedForms(list, configuration),
  isEmpty: ({ length }) => length === 0,
});
