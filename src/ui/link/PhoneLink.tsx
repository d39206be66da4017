import { createContext, useContext } from 'react';

/** The servicer's phone number. The app takes it from the configuration, so that it stands in one place. */
export const ServicerPhone = createContext('');

/** The servicer's phone number, as a link that calls it. */
export function PhoneLink() {
  const phone = useContext(ServicerPhone);
  return (
    <a className="ui-link" data-variant="inline" href={`tel:${phone}`}>
      {phone}
    </a>
  );
}
