import type { FormEvent, ReactNode } from 'react';

export interface FormProps {
  onSubmit: () => void;
  children: ReactNode;
}

/** Fields with a submit button. The portal validates them itself, so the browser's own validation stays silent. */
export function Form({ onSubmit, children }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="ui-stack" data-gap="large" noValidate onSubmit={submit}>
      {children}
    </form>
  );
}
