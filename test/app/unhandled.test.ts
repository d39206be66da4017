/** The text for an unhandled error (P §8), which must not reveal personal data. */
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { describeUnhandled } from '#src/app/errors/unhandled.ts';

const withSettings = (displayGeneric: boolean) => ({
  ...sampleConfiguration,
  unhandledError: { displayGeneric, genericMessage: 'Please call us at {phone}.' },
});
const own = withSettings(false);

it("the text is the error's message, with its status if it has one", () => {
  expect(describeUnhandled(new Error('Boom'), own)).toEqual({ status: undefined, message: 'Boom' });
  expect(describeUnhandled(Object.assign(new Error('Service Unavailable'), { status: 503 }), own)).toEqual({
    status: 503,
    message: 'Service Unavailable',
  });
  expect(describeUnhandled(Object.assign(new Error('Odd'), { status: 7 }), own).status).toBeUndefined();
});

it.each([[undefined], [null], ['text'], [{}], [new Error(' ')]])('the text is Unexpected Error for %s', (thrown) => {
  expect(describeUnhandled(thrown, own).message).toBe('Unexpected Error');
});

it('the text is the configured one if the configuration requires it, with the status', () => {
  const thrown = Object.assign(new Error('Boom'), { status: 500 });
  expect(describeUnhandled(thrown, withSettings(true))).toEqual({
    status: 500,
    message: 'Please call us at 1-800-555-0142.',
  });
});

it('the text never contains entered data', () => {
  expect(describeUnhandled(new Error('Unexpected token in "123-45-6789"'), own).message).toBe('Unexpected token in …');
  expect(describeUnhandled(new Error('No account 123456789'), own).message).toBe('No account …');
  try {
    v.parse(v.number(), 'secret');
  } catch (error) {
    expect(describeUnhandled(error, own).message).toBe('Unexpected Error');
  }
  expect.hasAssertions();
});
