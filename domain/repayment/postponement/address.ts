/** The address of the page of one application. */

const PAGE = '/repayment-options/application';

/** Returns the address of an application's page. */
export const detailsAddress = (confirmationNumber: string): string =>
  `${PAGE}?${new URLSearchParams({ number: confirmationNumber }).toString()}`;

/** Returns the confirmation number in the query of an address; null if there is none. */
export function applicationNumberAt(query: string): string | null {
  const number = new URLSearchParams(query).get('number');
  return number === null || number === '' ? null : number;
}
