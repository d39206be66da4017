/** Error responses: a title and a detail for people, and invalid fields by their names in the request (P §8). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallSpec, Problem } from '#domain/call.ts';
import { deferment } from '#domain/repayment/deferment/calls.ts';
import { documents } from '#domain/documents/calls.ts';
import { emailUs } from '#domain/messages/email-us/calls.ts';
import { inbox } from '#domain/messages/inbox/calls.ts';
import { postponement } from '#domain/repayment/postponement/calls.ts';
import { privacy } from '#domain/profile/privacy/calls.ts';
import { sentOptOut, sentRequest, sentWithDocument } from '#test/support/sample-requests.ts';
import { type TestServer, readJson, startTestServer } from '#test/support/server.ts';
import { samplePdfFile } from '#test/support/sample-pdf.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.close());

type Request = NonNullable<Parameters<TestServer['make']>[1]>;

const UNUSABLE = 'Some of the submitted values are invalid.';
const EMAIL = { topic: 'payments', accountId: '', subject: 'A question', text: 'When?' };
const FORM = { flag: 'false', documentTypeId: '2' };
const pdf = (text = 'one'): File => samplePdfFile('lease.pdf', text);

async function readProblem(call: CallSpec, request: Request, who = 'blake'): Promise<Problem> {
  const isPublic = call.access.includes('public');
  const answer = await server.make(call, { ...request, ...(!isPublic && { token: await server.mintToken(who) }) });
  return { ...(await readJson(answer, Problem)), status: answer.status };
}

describe('an error response states the failed action and the reason', () => {
  it.each<[string, CallSpec, Request, number, string, string]>([
    [
      'an impossible income',
      deferment.incomeCheck,
      { params: { income: '83334', familySize: '1' } },
      422,
      'The income cannot be checked.',
      UNUSABLE,
    ],
    [
      'a pause that ends before it begins',
      postponement.cost,
      { params: { postponement: 'hardship' }, query: { endDate: '2020-01-01' } },
      422,
      'The cost cannot be computed.',
      UNUSABLE,
    ],
    [
      'a message without a subject',
      emailUs.send,
      { body: { ...EMAIL, subject: '' }, idempotencyKey: randomUUID() },
      422,
      'The message was not sent.',
      UNUSABLE,
    ],
    [
      'an unknown message',
      inbox.message,
      { params: { documentId: 'nowhere' } },
      404,
      'Not found',
      'There is no such message, or it belongs to another borrower.',
    ],
    [
      'an unknown document',
      documents.download,
      { params: { documentId: randomUUID() } },
      404,
      'Not Found',
      'There is nothing here.',
    ],
    [
      'a document of an unknown type',
      documents.upload,
      { params: { ...FORM, documentTypeId: '99' }, form: { file: pdf() }, idempotencyKey: randomUUID() },
      422,
      'This document cannot be uploaded.',
      'Please select a document type.',
    ],
  ])('%s', async (_, call, request, status, title, detail) => {
    expect(await readProblem(call, request)).toMatchObject({ status, title, detail });
  });
});

/** The request fields of the privacy form (P §3). */
const REQUEST = {
  personCertifying: 'agent',
  authorizedAgentFirstName: '7',
  authorizedAgentLastName: '7',
  authorizedAgentDOB: 'never',
  authorizedAgentEmail: 'nowhere',
  authorizedAgentPrimaryPhone: '12',
  authorizedAgentRelationshipToConsumer: 'nobody',
  authorizedAgentBusinessName: '',
  consumerFirstName: '7',
  consumerAlternateFirstName: '7',
  consumerLastName: '7',
  consumerAlternateLastName: '7',
  consumerCountry: 'US',
  consumerMailingAddress: '',
  consumerCity: '',
  consumerState: 'ZZ',
  consumerZip: '1',
  consumerEmail: 'nowhere',
  consumerTypeOfRequest: 'Access',
  consumerRelationship: 'nobody',
};

describe('an invalid privacy form', () => {
  it('returns the invalid fields by their names in the request', async () => {
    const problem = await readProblem(privacy.request, { body: REQUEST, idempotencyKey: randomUUID() });
    expect(problem).toMatchObject({ status: 422, title: 'The form was not received.', detail: UNUSABLE });
    const right = ['personCertifying', 'authorizedAgentBusinessName', 'consumerCountry', 'consumerTypeOfRequest'];
    const wrong = Object.keys(REQUEST).filter((name) => !right.includes(name));
    expect(new Set(problem.fields?.map(({ field }) => field))).toEqual(new Set(wrong));
  });

  it('reports an unknown country', async () => {
    const body = { ...REQUEST, consumerCountry: 'XX' };
    const problem = await readProblem(privacy.request, { body, idempotencyKey: randomUUID() });
    expect(problem.fields?.map(({ field }) => field)).toContain('consumerCountry');
  });
});

describe('a reused key', () => {
  it.each<[string, CallSpec, CallSpec, Request, Request]>([
    ['message', emailUs.send, emailUs.settle, { body: EMAIL }, { body: { ...EMAIL, subject: 'Another' } }],
    [
      'document',
      documents.upload,
      documents.settle,
      { params: FORM, form: { file: pdf() } },
      { params: FORM, form: { file: pdf('two') } },
    ],
    [
      'document',
      documents.uploadAnonymously,
      documents.settleAnonymously,
      { form: { ...sentWithDocument, attachment: pdf() } },
      { form: { ...sentWithDocument, attachment: pdf('two') } },
    ],
    ['form', privacy.optOut, privacy.settleOptOut, { body: sentOptOut }, { body: { ...sentOptOut, city: 'Selma' } }],
    [
      'form',
      privacy.request,
      privacy.settleRequest,
      { body: sentRequest },
      { body: { ...sentRequest, consumerCity: 'Selma' } },
    ],
  ])('is rejected with the name of its first submission: a %s', async (noun, call, settle, first, second) => {
    const idempotencyKey = randomUUID();
    const token = await server.mintToken('blake');
    const by = call.access.includes('public') ? {} : { token };
    expect((await server.make(call, { ...first, ...by, idempotencyKey })).status).toBe(200);
    expect(await readProblem(call, { ...second, idempotencyKey })).toMatchObject({
      status: 422,
      title: `This Idempotency-Key belongs to another ${noun}.`,
      detail: 'A key belongs to one body. Send the same body again, or use another key.',
    });
    const closed = randomUUID();
    expect((await server.make(settle, { ...by, body: { idempotencyKey: closed } })).status).toBe(200);
    expect(await readProblem(call, { ...first, idempotencyKey: closed })).toMatchObject({
      status: 409,
      title: 'This Idempotency-Key is closed.',
      detail: `It was settled before a ${noun} arrived, so it is no longer accepted. Send the ${noun} with a new key.`,
    });
  });
});
