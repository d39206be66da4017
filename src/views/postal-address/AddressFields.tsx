/**
 * The fields of a postal address, in the order in which they depend on each other: the country decides whether a state is
 * chosen and whether the ZIP code is required (P §4, ruling 10).
 */
import type { Country } from '#domain/demographics/shapes.ts';
import {
  ADDRESS_LENGTHS,
  type AddressFacts,
  type PostalAddressValues,
  addressFieldWords,
  hasSeveralStates,
} from '#domain/postal-address.ts';
import { Columns, Select, TextField } from '../../ui/index.ts';

export interface AddressFieldsProps extends AddressFacts {
  readonly countries: readonly Country[];
  readonly values: PostalAddressValues;
  readonly disabled: boolean;
  /** The sentence beside a field; undefined where nothing is wrong, or not to be said yet. */
  readonly errorOf: (field: keyof PostalAddressValues) => string | undefined;
  readonly onEnter: (field: keyof PostalAddressValues, value: string) => void;
  readonly onLeave: (field: keyof PostalAddressValues) => void;
  /** Whether the states of the chosen country are on their way. */
  readonly isLoadingStates: boolean;
}

export function AddressFields(props: AddressFieldsProps) {
  const { countries, states, values, disabled, errorOf, onEnter, onLeave, isLoadingStates } = props;
  const field = (name: keyof PostalAddressValues) => ({
    name,
    label: addressFieldWords[name],
    value: values[name],
    disabled,
    error: errorOf(name),
    onChange: (value: string) => onEnter(name, value),
    onLeave: () => onLeave(name),
  });
  const isAsked = states === null || hasSeveralStates({ states });
  return (
    <>
      <Select
        {...field('country')}
        options={countries.map(({ countryCode, countryName }) => ({ value: countryCode, label: countryName }))}
        placeholder="Select a country"
        autoComplete="country"
        note={isLoadingStates ? 'Loading the states of this country…' : undefined}
      />
      <TextField {...field('street')} autoComplete="address-line1" maxLength={ADDRESS_LENGTHS.street} />
      <Columns of="fields">
        <TextField {...field('city')} autoComplete="address-level2" maxLength={ADDRESS_LENGTHS.city} />
        {isAsked && (
          <Select
            {...field('state')}
            options={(states ?? []).map(({ stateCode, stateName }) => ({ value: stateCode, label: stateName }))}
            placeholder="Select a state"
            autoComplete="address-level1"
          />
        )}
      </Columns>
      <TextField
        {...field('zip')}
        optional={!isAsked}
        width="short"
        autoComplete="postal-code"
        maxLength={ADDRESS_LENGTHS.zip}
      />
    </>
  );
}
