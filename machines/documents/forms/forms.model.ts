/** Model of the list of forms (rulings 15 and 48). */
import type { ContentList } from '#domain/portal/content/shapes.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { COULD_NOT_LOAD, TRY_AGAIN, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { forms } from './forms.machine.ts';

const NO_FORMS = 'There are no forms to show.';

const configuration = { ...sampleConfiguration, externalRedirectHosts: ['studentaid.gov'] };

const official = {
  id: 'deferment',
  headline: 'Deferment request',
  message: '<p>The form of {product}. Call {phone} with questions.</p>',
  group: 'deferment',
  href: 'https://studentaid.gov/forms-library',
} as const;
const upload = {
  id: 'upload',
  headline: 'Send a signed authorization',
  message: '<p>Let someone talk to us about your loans.</p>',
  group: 'authorization',
  href: '/documents/upload-documents',
} as const;
/** Form on a host that is not allowed. */
const elsewhere = { ...official, id: 'elsewhere', headline: 'A form elsewhere', href: 'https://forms.example/form' };
/** Form without a purpose and a URL. */
const incomplete = { id: 'incomplete', headline: 'A form without an address' };
const list: ContentList = [official, elsewhere, upload, incomplete];

const shown = [
  {
    ...official,
    message: '<p>The form of StudentAid.gov. Call 1-800-555-0142 with questions.</p>',
    href: '/externalRedirect?externalUrl=https%3A%2F%2Fstudentaid.gov%2Fforms-library',
    isElsewhere: true,
  },
  { ...upload, isElsewhere: false },
];

const loads = {
  state: 'loading',
  calls: { load: { params: { section: 'documents', name: 'forms' }, query: {} } },
};
const failed = (failure: object) => ({
  state: 'couldNotLoad',
  context: { failure },
  focus: toNotice,
});

export default defineModel<typeof forms>({
  machine: forms,
  inputs: {
    'a borrower': {
      input: { configuration },
      then: { ...loads, context: { input: { configuration }, data: null, failure: null } },
    },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: { in: 'couldNotLoad', ...loads, hides: [COULD_NOT_LOAD] },
    },
  ],
  outcomes: {
    load: {
      'forms, one of them on another host and one that is incomplete': {
        answers: list,
        then: {
          state: 'showing',
          context: { data: shown, failure: null },
          reads: [
            '2 forms',
            'Deferment',
            'Deferment request',
            'The form of StudentAid.gov. Call 1-800-555-0142 with questions.',
            'Authorization',
            'Send a signed authorization',
            'Let someone talk to us about your loans.',
          ],
          hides: [COULD_NOT_LOAD, 'A form elsewhere', 'A form without an address'],
        },
      },
      'no form that may be shown': { answers: [elsewhere], then: { state: 'empty', hides: [COULD_NOT_LOAD] } },
      'no answer in time': { throws: { kind: 'noAnswer' }, then: failed({ kind: 'noAnswer' }) },
      'no such list': {
        throws: { kind: 'refused', status: 404 },
        then: failed({ kind: 'refused', status: 404 }),
      },
    },
  },
  screens: {
    loading: ['Forms', 'Loading…'],
    showing: ['Forms', 'Search forms'],
    empty: ['Forms', NO_FORMS],
    couldNotLoad: ['Forms', COULD_NOT_LOAD, TRY_AGAIN],
  },
  finish: ['showing', 'empty'],
  claims: {
    'the list is shown only if it has forms': {
      never: ({ isIn, context }) => isIn('showing') && (context.data ?? []).length === 0,
      brokenBy: 'guard isEmpty: always false',
    },
    'a list that failed to load is requested again before it is shown': {
      never: ({ isIn, context }) => isIn('showing') && context.failure !== null,
      brokenBy: 'couldNotLoad -> retry.wanted: target loading swapped for showing',
    },
  },
});
