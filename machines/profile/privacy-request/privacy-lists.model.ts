/**
 * Model of loading the lists of the privacy form. Without the business day, only the server validates a date of birth.
 */
import { sampleCountries, sampleStates } from '#domain/profile/demographics/samples.ts';
import { sampleToday } from '#domain/samples.ts';
import { createLoadingModel } from '../../kit/expected-loading.ts';
import { privacyLists } from './privacy-lists.machine.ts';

const model = createLoadingModel(privacyLists, {
  inputs: { anybody: {} },
  parts: {
    countries: { answers: { 'two countries': sampleCountries } },
    states: { request: { params: { countryCode: 'US' } }, answers: { 'two states': sampleStates } },
    today: {
      answers: { 'a business day': sampleToday },
      failures: { 'the clock cannot be read': { kind: 'unreadable', detail: 'Unexpected Error' } },
      default: null,
    },
  },
});

export default { ...model, title: 'Lists of the Privacy Rights Form' };
