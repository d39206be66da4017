/**
 * Upload form for visitors who are not signed in (P §2.9, §4): their identity, a number entered twice, and the
 * document.
 */
import { documentFieldLabels } from '#domain/documents/messages.ts';
import type { UploadValues } from '#domain/documents/shapes.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { anonymousUpload } from '#machines/documents/anonymous-upload/anonymous-upload.machine.ts';
import { Content, RadioGroup, SidebarLayout, TextField } from '../../../ui/index.ts';
import type { FormFields } from '../../kit/form/form-fields.tsx';
import { UploadForm } from '../upload-document/UploadForm.tsx';

function Identity({
  fields,
  identifier,
  isBusy,
}: {
  fields: FormFields<UploadValues>;
  identifier: UploadValues['identifier'];
  isBusy: boolean;
}) {
  const { text, findError, onChange } = fields;
  return (
    <>
      <TextField {...text('firstName')} autoComplete="given-name" />
      <TextField {...text('lastName')} autoComplete="family-name" />
      <RadioGroup
        name="identifier"
        legend={documentFieldLabels['identifier']}
        error={findError('identifier')}
        value={identifier === '' ? undefined : identifier}
        options={[
          { value: 'accountNumber', label: 'Account number', disabled: isBusy },
          { value: 'ssn', label: 'Social Security number', disabled: isBusy },
        ]}
        onChange={onChange('identifier')}
      />
      {identifier === 'accountNumber' && (
        <>
          <TextField
            {...text('accountNumber')}
            hint="Nine digits, with or without the letter in front"
            width="medium"
            autoComplete="off"
          />
          <TextField {...text('accountNumberAgain')} width="medium" autoComplete="off" />
        </>
      )}
      {identifier === 'ssn' && (
        <>
          <TextField
            {...text('ssn')}
            hint="Nine digits, with or without hyphens"
            secret
            width="medium"
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField {...text('ssnAgain')} secret width="medium" inputMode="numeric" autoComplete="off" />
        </>
      )}
    </>
  );
}

function AnonymousUpload({ state, send, children }: ViewProps<typeof anonymousUpload>) {
  return (
    <SidebarLayout>
      <Content section="documents" name="upload-intro" />
      <UploadForm
        running={{ state, send, children }}
        renderBefore={(fields, isBusy) => (
          <Identity fields={fields} identifier={state.context.form.values.identifier} isBusy={isBusy} />
        )}
      />
    </SidebarLayout>
  );
}

export const anonymousUploadViews = {
  choosingFile: AnonymousUpload,
  // The same view as the preceding state, so that the pressed button keeps focus.
  uploading: AnonymousUpload,
  outcomeCheckFailed: AnonymousUpload,
  uploaded: AnonymousUpload,
} satisfies ViewsOf<typeof anonymousUpload>;
