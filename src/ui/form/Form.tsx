import type { FormEvent, ReactNode } from 'react';

export interface FormProps {
  onSubmit: () => void;
  children: ReactNode;
}

/** Form that disables the browser's validation, because the portal validates the fields. */
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
