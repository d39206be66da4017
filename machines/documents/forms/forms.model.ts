/** Specification of the list of forms (rulings 15 and 48). */
import type { ContentList } from '#domain/portal/content/shapes.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { failures, loadedAgain, notLoaded, pageSpec, shown, showsNothing } from '../../kit/page-spec.ts';
import { answers } from 'xstate-workbench/model';
import { failed } from '../../kit/spec.ts';
import { forms } from './forms.machine.ts';

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

const listed = [
  {
    ...official,
    message: '<p>The form of StudentAid.gov. Call 1-800-555-0142 with questions.</p>',
    href: '/externalRedirect?externalUrl=https%3A%2F%2Fstudentaid.gov%2Fforms-library',
    isElsewhere: true,
  },
  { ...upload, isElsewhere: false },
];

export default pageSpec(forms, {
  shows: ['Forms'],
  starts: { 'a borrower': [{ configuration }, { params: { section: 'documents', name: 'forms' }, query: {} }] },
  showing: ['Search forms'],
  empty: ['There are no forms to show.'],
  load: {
    'forms, one of them on another host and one that is incomplete': [
      answers(list),
      shown(
        listed,
        [
          '2 forms',
          'Deferment',
          'Deferment request',
          'The form of StudentAid.gov. Call 1-800-555-0142 with questions.',
          'Authorization',
          'Send a signed authorization',
          'Let someone talk to us about your loans.',
        ],
        ['A form elsewhere', 'A form without an address'],
      ),
    ],
    'no form that may be shown': showsNothing(answers([elsewhere])),
    'no answer in time': failures['no answer in time'],
    'no such list': notLoaded(failed(404), { kind: 'refused', status: 404 }),
  },
  claims: {
    'the list is shown only if it has forms': {
      never: ({ isIn, context }) => isIn('showing') && (context.data ?? []).length === 0,
      brokenBy: 'guard isEmpty: always false',
    },
    'a list that failed to load is requested again before it is shown': loadedAgain,
  },
});
