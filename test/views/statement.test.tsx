/** A statement on the screen (ruling 91): the servicer, the bar of the payments, and the pages that it names. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { sampleStatement } from '#machines/accounts/loan-document/loan-document.samples.ts';
import { loanDocument } from '#machines/accounts/loan-document/loan-document.machine.ts';
import { ServicerAddress, ServicerPhone } from '#src/ui/index.ts';
import { loanDocumentViews } from '#src/views/accounts/loan-documents/document-views.tsx';

afterEach(cleanup);

const show = (document: typeof sampleStatement) => {
  const { showing: Showing } = loanDocumentViews;
  const context = { documentId: document.documentId, document, isUnsaved: false };
  const state = loanDocument.resolveState({ value: 'showing', context });
  const props = { state, send: () => undefined, children: {} };
  render(
    <ServicerPhone value="1-800-555-0142">
      <ServicerAddress value={{ name: 'Larkfield Loan Servicing', address: ['PO Box 4400', 'Larkfield, NE 68000'] }}>
        <Showing {...props} />
      </ServicerAddress>
    </ServicerPhone>,
  );
};

it('shows the servicer, the division of the payments and the next steps', () => {
  show(sampleStatement);
  for (const text of ['Larkfield Loan Servicing', 'PO Box 4400', 'Larkfield, NE 68000'])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: '1-800-555-0142' })).toHaveAttribute('href', 'tel:1-800-555-0142');
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    '$206.25 posted since your last statement: Principal $150.00, Interest $56.25.',
  );
  expect(screen.getByText('Principal $150.00')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Make a Payment' })).toHaveAttribute('href', '/payments/payflow/schedule');
  expect(screen.getByRole('link', { name: 'Repayment Options' })).toHaveAttribute('href', '/repayment-options');
});

it('offers the next steps on statements alone', () => {
  show({ ...sampleStatement, kind: 'tax' });
  expect(screen.queryByRole('link', { name: 'Make a Payment' })).toBeNull();
});
