/** A group of buttons with a name. */
import type { ReactNode } from 'react';

export interface ButtonsProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly className?: string;
}

export const Buttons = ({ name, className = 'buttons', children }: ButtonsProps) => (
  <fieldset className={className}>
    <legend className="visually-hidden">{name}</legend>
    {children}
  </fieldset>
);
