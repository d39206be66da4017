/** What is said of an error that nothing has handled (P §8), and what never is. */
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { describeUnhandled } from '#src/app/errors/unhandled.ts';

const own = { displayGeneric: false, genericMessage: 'Please call us.' };

it('is its message and its status, where it has them', () => {
  expect(describeUnhandled(new Error('Boom'), own)).toEqual({ status: undefined, message: 'Boom' });
  expect(describeUnhandled(Object.assign(new Error('Service Unavailable'), { status: 503 }), own)).toEqual({
    status: 503,
    message: 'Service Unavailable',
  });
  expect(describeUnhandled(Object.assign(new Error('Odd'), { status: 7 }), own).status).toBeUndefined();
});

it.each([[undefined], [null], ['text'], [{}], [new Error(' ')]])('is Unexpected Error for %s', (thrown) => {
  expect(describeUnhandled(thrown, own).message).toBe('Unexpected Error');
});

it('is the configured text where that is wanted, with the status all the same', () => {
  const thrown = Object.assign(new Error('Boom'), { status: 500 });
  expect(describeUnhandled(thrown, { ...own, displayGeneric: true })).toEqual({
    status: 500,
    message: 'Please call us.',
  });
});

it('never repeats what was entered', () => {
  expect(describeUnhandled(new Error('Unexpected token in "123-45-6789"'), own).message).toBe('Unexpected token in …');
  expect(describeUnhandled(new Error('No account 123456789'), own).message).toBe('No account …');
  try {
    v.parse(v.number(), 'secret');
  } catch (error) {
    expect(describeUnhandled(error, own).message).toBe('Unexpected Error');
  }
  expect.hasAssertions();
});
