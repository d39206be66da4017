/** Handlers for public calls: versions, the clock, managed content, and site search. */
import { businessDate } from '#domain/calendar.ts';
import type { CallReceived, CallSent } from '#domain/call.ts';
import type { chat } from '#domain/messages/chat/calls.ts';
import type { content } from '#domain/portal/content/calls.ts';
import type { credentials } from '#domain/session/credentials/calls.ts';
import type { documents } from '#domain/documents/calls.ts';
import type { demographics } from '#domain/profile/demographics/calls.ts';
import type { portal } from '#domain/portal/calls.ts';
import type { privacy } from '#domain/profile/privacy/calls.ts';
import type { BusinessClock } from '../clock.ts';
import { countries, listStates } from '../demographics.ts';
import { notFound } from '../http/problems.ts';
import type { ParsedRequest } from '../http/request.ts';
import { type ContentStore, toVersions } from './content.ts';
import type { Database } from '../db/database.ts';
import { readInvitation, settleAcceptance } from '../credentials/invitations.ts';
import { checkCode, requestCode, startRegistration } from '../credentials/one-time-codes.ts';
import { resetPassword } from '../credentials/recovery.ts';
import { settleRegistration } from '../credentials/registration.ts';
import type { DocumentUploads } from '../documents/document-uploads.ts';
import { settleAnonymousUpload, takeAnonymousDocument } from './anonymous-upload.ts';
import { type PrivacyFormDeps, receiveOptOut, receivePrivacyRequest, settlePrivacyForm } from './privacy.ts';
import { answerAcceptance, answerRegistration } from './registration.ts';
import type { Issuer } from '../pdf/write-pdf.ts';
import type { PayerSettings } from '../service/scope.ts';
import type { Search } from './search.ts';

export interface PublicDeps {
  readonly db: Database;
  readonly clock: BusinessClock;
  readonly content: ContentStore;
  readonly search: Search;
  /** The document store. */
  readonly documents: DocumentUploads;
  /** Facts for validating privacy forms. */
  readonly privacyForm: PrivacyFormDeps;
  /** URL of the live chat's conversation page. */
  readonly chatUrl: string;
  /** The portal's names, which passwords must not contain. */
  readonly portalNames: readonly string[];
  readonly payers: PayerSettings;
  readonly servicer: Pick<Issuer, 'phone'>;
  /** The outbox folder, if the recovery page may show it. */
  readonly outbox: string | undefined;
}

type Entries<A> = A[keyof A];
type Registering = Exclude<Entries<typeof credentials>, { readonly id: 'credentials.changePassword' }>;
type Anonymous = (typeof documents)['uploadAnonymously'] | (typeof documents)['settleAnonymously'];
type Served =
  | Entries<typeof portal>
  | Entries<typeof content>
  | Entries<typeof chat>
  | Entries<typeof demographics>
  | Anonymous
  | Entries<typeof privacy>
  | Registering;

/** Handles a public call, which has no borrower. */
export type PublicHandler<C extends Served> = (
  request: CallReceived<C> & Pick<ParsedRequest, 'source'>,
) => Promise<CallSent<C>>;

/** Returns the value. Throws 404 if it is undefined. */
function found<T>(looked: T | undefined): T {
  if (looked === undefined) throw notFound();
  return looked;
}

/** Returns the handlers of public calls. A missing handler is a compile error. */
export const publicHandlers = ({
  db,
  clock,
  content: texts,
  search,
  documents: documentUploads,
  privacyForm,
  chatUrl,
  portalNames,
  payers,
  servicer,
  outbox,
}: PublicDeps): { readonly [C in Served as C['id']]: PublicHandler<C> } => ({
  'portal.contentVersion': async () => toVersions(texts),
  'portal.serverTime': async () => ({ epoch: clock.now().getTime() }),
  'content.item': async ({ params }) => found(texts.find(params)),
  'content.section': async ({ params }) => found(texts.section(params.section)),
  'content.list': async ({ params }) => found(texts.list(params)),
  'content.page': async ({ query }) => found(texts.pages.get(query.path)),
  'content.search': async ({ query }) => search(query.term),
  'chat.information': async () => ({ chatUrl }),
  'demographics.countries': () => countries(),
  'demographics.states': async ({ params }) => found(await listStates(params.countryCode)),
  'credentials.recognize': ({ body, source }) => startRegistration(db, body, { source, outbox }),
  'credentials.register': ({ body, idempotencyKey, source }) =>
    answerRegistration(db, idempotencyKey, body, {
      source,
      portalNames,
      today: businessDate(clock.now()),
      phone: servicer.phone,
    }),
  'credentials.readInvitation': ({ body, source }) => readInvitation(db, body.token, { source, now: clock.now() }),
  'credentials.acceptInvitation': ({ body, idempotencyKey, source }) =>
    answerAcceptance(db, idempotencyKey, body, {
      source,
      portalNames,
      now: clock.now(),
      payerApplicationId: payers.applicationId,
    }),
  'credentials.settleAcceptance': ({ body, source }) => settleAcceptance(db, body.idempotencyKey, source),
  'credentials.requestCode': ({ body, source }) => requestCode(db, body, { source, outbox }),
  'credentials.checkCode': ({ body, source }) => checkCode(db, body, source),
  'credentials.resetPassword': ({ body, source }) => resetPassword(db, body, { source, portalNames }),
  'documents.uploadAnonymously': ({ source, ...request }) =>
    takeAnonymousDocument({ db, documentUploads, now: clock.now() }, request, source),
  'documents.settleAnonymously': ({ body, source }) =>
    settleAnonymousUpload({ db, documentUploads }, body.idempotencyKey, source),
  'privacy.request': ({ source, ...request }) =>
    receivePrivacyRequest({ db, now: clock.now(), source, ...privacyForm }, request),
  'privacy.settleRequest': ({ body, source }) => settlePrivacyForm('request', db, body.idempotencyKey, source),
  'privacy.optOut': ({ source, ...request }) =>
    receiveOptOut({ db, now: clock.now(), source, ...privacyForm }, request),
  'privacy.settleOptOut': ({ body, source }) => settlePrivacyForm('optOut', db, body.idempotencyKey, source),
  'credentials.settle': ({ body, source }) => settleRegistration(db, body.idempotencyKey, source),
});
