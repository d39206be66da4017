import { createContext, useContext } from 'react';

/** Context with the servicer's phone number from the configuration. */
export const ServicerPhone = createContext('');

/** Link that calls the servicer's phone number. */
export function PhoneLink() {
  const phone = useContext(ServicerPhone);
  return (
    <a className="ui-link" data-variant="inline" href={`tel:${phone}`}>
      {phone}
    </a>
  );
}
