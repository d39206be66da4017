/**
 * The fields of a postal address, in the order in which they depend on each other: the country decides whether a state is
 * chosen and whether the ZIP code is required (P §4, ruling 10).
 */
import type { Country } from '#domain/demographics/shapes.ts';
import { type AddressFacts, type PostalAddressValues, hasSeveralStates } from '#domain/postal-address.ts';
import { Columns, Select, TextField } from '../../ui/index.ts';
import type { FormFields } from '../form/form-fields.tsx';

export interface AddressFieldsProps extends AddressFacts {
  readonly countries: readonly Country[];
  /** The fields of the form in which the address stands. */
  readonly text: FormFields<PostalAddressValues>['text'];
  /** Whether the states of the chosen country are on their way. */
  readonly isLoadingStates: boolean;
  /** Whether it may be somebody else's, so that the browser offers none that it knows. */
  readonly isOfAnybody?: boolean;
}

export function AddressFields({ countries, states, text, isLoadingStates, isOfAnybody = false }: AddressFieldsProps) {
  const isAsked = states === null || hasSeveralStates({ states });
  const known = <Part extends string>(autoComplete: Part) => (isOfAnybody ? {} : { autoComplete });
  return (
    <>
      <Select
        {...text('country')}
        options={countries.map(({ countryCode, countryName }) => ({ value: countryCode, label: countryName }))}
        placeholder="Select a country"
        {...known('country')}
        note={isLoadingStates ? 'Loading the states of this country…' : undefined}
      />
      <TextField {...text('street')} {...known('address-line1')} />
      <Columns of="fields">
        <TextField {...text('city')} {...known('address-level2')} />
        {isAsked && (
          <Select
            {...text('state')}
            options={(states ?? []).map(({ stateCode, stateName }) => ({ value: stateCode, label: stateName }))}
            placeholder="Select a state"
            {...known('address-level1')}
          />
        )}
      </Columns>
      <TextField {...text('zip')} optional={!isAsked} width="short" {...known('postal-code')} />
    </>
  );
}
