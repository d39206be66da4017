/**
 * The fields of a postal address, in the order in which they depend on each other: the country decides whether a state is
 * chosen and whether the ZIP code is required (P §4, ruling 10).
 */
import type { Country } from '#domain/demographics/shapes.ts';
import {
  ADDRESS_LENGTHS,
  type AddressFacts,
  type PostalAddressValues,
  hasSeveralStates,
} from '#domain/postal-address.ts';
import { Columns, Select, TextField } from '../../ui/index.ts';
import type { FormFields } from '../form/form-fields.tsx';

export interface AddressFieldsProps extends AddressFacts {
  readonly countries: readonly Country[];
  /** The fields of the form in which the address stands. */
  readonly text: FormFields<PostalAddressValues>['text'];
  /** Whether the states of the chosen country are on their way. */
  readonly isLoadingStates: boolean;
}

export function AddressFields({ countries, states, text, isLoadingStates }: AddressFieldsProps) {
  const isAsked = states === null || hasSeveralStates({ states });
  return (
    <>
      <Select
        {...text('country')}
        options={countries.map(({ countryCode, countryName }) => ({ value: countryCode, label: countryName }))}
        placeholder="Select a country"
        autoComplete="country"
        note={isLoadingStates ? 'Loading the states of this country…' : undefined}
      />
      <TextField {...text('street')} autoComplete="address-line1" maxLength={ADDRESS_LENGTHS.street} />
      <Columns of="fields">
        <TextField {...text('city')} autoComplete="address-level2" maxLength={ADDRESS_LENGTHS.city} />
        {isAsked && (
          <Select
            {...text('state')}
            options={(states ?? []).map(({ stateCode, stateName }) => ({ value: stateCode, label: stateName }))}
            placeholder="Select a state"
            autoComplete="address-level1"
          />
        )}
      </Columns>
      <TextField
        {...text('zip')}
        optional={!isAsked}
        width="short"
        autoComplete="postal-code"
        maxLength={ADDRESS_LENGTHS.zip}
      />
    </>
  );
}
