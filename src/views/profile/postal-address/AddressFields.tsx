/**
 * Fields of a postal address, in the order of their dependencies: the country determines whether there is a list of
 * states and whether the ZIP code is required (P §4, ruling 10).
 */
import type { Country } from '#domain/profile/demographics/shapes.ts';
import { type AddressDeps, type PostalAddressValues, hasSeveralStates } from '#domain/profile/postal-address.ts';
import { Columns, Select, TextArea, TextField } from '../../../ui/index.ts';
import type { FormFields } from '../../kit/form/form-fields.tsx';

export interface AddressFieldsProps extends AddressDeps {
  readonly countries: readonly Country[];
  /** Text field props of the form that contains the address. */
  readonly text: FormFields<PostalAddressValues>['text'];
  /** Whether the states of the selected country are loading. */
  readonly isLoadingStates: boolean;
  /** Whether the address may belong to another person. Turns autocomplete off. */
  readonly isOfAnybody?: boolean;
}

export function AddressFields({ countries, states, text, isLoadingStates, isOfAnybody = false }: AddressFieldsProps) {
  const isRequested = states === null || hasSeveralStates({ states });
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
      {/* Two lines, so that browsers fill in the apartment too. */}
      <TextArea {...text('street')} rows={2} {...known('street-address')} />
      <Columns of="fields">
        <TextField {...text('city')} {...known('address-level2')} />
        {isRequested && (
          <Select
            {...text('state')}
            options={(states ?? []).map(({ stateCode, stateName }) => ({ value: stateCode, label: stateName }))}
            placeholder="Select a state"
            {...known('address-level1')}
          />
        )}
      </Columns>
      <TextField {...text('zip')} optional={!isRequested} width="short" {...known('postal-code')} />
    </>
  );
}
