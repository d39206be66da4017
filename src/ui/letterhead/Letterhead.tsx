import { createContext, useContext } from 'react';
import { PhoneLink } from '../link/PhoneLink.tsx';

/** Context with the servicer's name and the lines of its address from the configuration. */
export const ServicerAddress = createContext<{ readonly name: string; readonly address: readonly string[] }>({
  name: '',
  address: [],
});

/** The servicer's name, address and phone number, at the top of a document. */
export function Letterhead() {
  const { name, address } = useContext(ServicerAddress);
  return (
    <p className="ui-letterhead">
      <strong>{name}</strong>
      {address.map((line) => (
        <span key={line}>{line}</span>
      ))}
      <PhoneLink />
    </p>
  );
}
