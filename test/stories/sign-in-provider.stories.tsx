/**
 * The pages of the sign-in provider with the server's own templates and stylesheets, in an iframe without scripts.
 * Submitting is not possible there; the journeys test sign-in itself.
 */
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import {
  type Html,
  type SignInPage,
  errorPage,
  notAllowedPage,
  signInPage,
  signOutPage,
  signedOutPage,
} from '#server/oidc/pages.ts';
import base from '#server/styles/base.css?raw';
import fonts from '#server/styles/fonts.css?raw';
import own from '#server/styles/sign-in.css?raw';

const { servicer } = sampleConfiguration;

/** The stylesheet as the server builds it, with fonts from a folder of the Storybook. */
const stylesheet = [base, fonts, own].join('\n').replaceAll(/url\('([^']+)'\)/g, "url('sign-in-fonts/$1')");

const inBook = (page: string): string =>
  page
    .replace(/<link rel="stylesheet"[^>]*>/, `<style>${stylesheet}</style>`)
    .replaceAll('/favicon.svg', 'favicon.svg');

function Served({ page }: { page: Html }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const show = async () => setText(inBook(String(await page)));
    void show();
  }, [page]);
  return (
    <iframe
      title="Page of the sign-in provider"
      srcDoc={text}
      sandbox="allow-same-origin"
      style={{ border: 0, display: 'block', height: '100vh', width: '100%' }}
    />
  );
}

const requested: SignInPage = { servicer, action: '#', username: '', problems: [], demoPeople: [], portalFonts: [] };
const demoPeople: SignInPage['demoPeople'] = [
  {
    username: 'jules',
    password: 'demo',
    name: 'Jules Hartmann',
    situation: 'Paying',
    shows: 'Jules has paid ahead, so nothing is due.',
  },
  {
    username: 'noor',
    password: 'demo',
    name: 'Noor Haddad',
    situation: 'Many accounts',
    shows: 'Noor has 40 accounts, 400 loans and 10,000 payments.',
  },
];

export default {
  title: 'Pages/Log in at the provider',
  parameters: { layout: 'fullscreen', controls: { disable: true } },
} satisfies Meta;
type Story = StoryObj;

const story = (page: Html): Story => ({ render: () => <Served page={page} /> });

export const LogIn = story(signInPage(requested));
export const WithDemoPeople = story(signInPage({ ...requested, demoPeople }));
export const WithErrors = story(
  signInPage({
    ...requested,
    username: 'avery',
    problems: [
      {
        field: 'username',
        message: "Your username or password isn't right. Check both and try again.",
        alsoIn: ['password'],
      },
    ],
  }),
);
export const WithCode = story(
  signInPage({
    ...requested,
    username: 'avery',
    problems: [
      {
        field: 'username',
        message: 'There were too many attempts. Try again in 15 minutes.',
        isGeneral: true,
      },
    ],
    code: { outbox: '.data/outbox' },
  }),
);
export const WithTheFederalIdentity = story(signInPage({ ...requested, identity: 'Federal Student Aid' }));
export const ForEmployeesOnly = story(notAllowedPage({ servicer }));
export const LogOut = story(signOutPage({ servicer, form: '', isRequested: false }));
export const LoggedOut = story(signedOutPage({ servicer }));
export const CouldNotContinue = story(errorPage({ servicer, code: 'expired_token' }));
