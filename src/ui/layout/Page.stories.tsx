import type { Meta, StoryObj } from '@storybook/react-vite';
import { toCents } from '#domain/money.ts';
import {
  Button,
  ButtonRow,
  Card,
  DateField,
  ErrorPanel,
  Footer,
  Form,
  GovernmentBanner,
  Header,
  Logo,
  Main,
  MaskedNumber,
  Money,
  Notice,
  PageHeading,
  RadioGroup,
  SidebarLayout,
  SkipLink,
  Stepper,
  SummaryList,
  Tabs,
  TextField,
  TextLink,
} from '../index.ts';
import { footer, nav, profile } from './sample-page.ts';

const payments = ['Schedule Payment', 'Payment Method', 'Review & Submit', 'Receipt'];
const other = { name: 'a.other', label: 'Other amount', prefix: '$', width: 'short', inputMode: 'decimal' } as const;

const meta = { title: 'Layout/Page', parameters: { layout: 'fullscreen', controls: { disable: true } } } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

function Page({ children }: { children: React.ReactNode }) {
  return (
    <>
      <SkipLink />
      <GovernmentBanner headline="A servicer for the U.S. Department of Education">
        <p>Larkfield services federal student loans under a contract with Federal Student Aid.</p>
      </GovernmentBanner>
      <Header
        logo={<Logo name="Larkfield Loan Servicing" />}
        homeHref="#home"
        homeLabel="Larkfield Loan Servicing, home"
        nav={nav}
        profile={profile}
        current="#make-a-payment"
        onSearch={() => {}}
      />
      <Main>{children}</Main>
      <Footer {...footer} logo={<Logo name="Larkfield Loan Servicing" tone="reverse" />}>
        <p>Call us at 800-555-0142, Monday to Friday, 8 a.m. to 9 p.m. Eastern.</p>
      </Footer>
    </>
  );
}

const sidebar = (
  <>
    <Card tone="accent" heading="Payment summary">
      <SummaryList
        rows={[
          { label: 'Payment date', value: '04/15/2026', money: true },
          { label: 'Total payment', value: <Money amount={toCents(42874)} />, money: true, total: true },
        ]}
      />
    </Card>
    <Card tone="quiet" heading="Sign up for auto debit" actions={<TextLink href="#auto-debit">Sign up</TextLink>}>
      <p>Never miss a payment: we take it from your bank account on the day it is due.</p>
    </Card>
  </>
);

/** A step of a form with all kinds of elements that can appear on it. */
export const Schedule: Story = {
  render: () => (
    <Page>
      <SidebarLayout sidebar={sidebar} sidebarLabel="Your payment">
        <PageHeading lead={<>Your total due is {<Money amount={toCents(42874)} />}.</>}>Make a Payment</PageHeading>
        <Stepper steps={payments} current={0} />
        <ErrorPanel
          errors={[
            { field: 'a.other', label: 'Other amount, Account E987654321', message: 'Payment amount is required.' },
          ]}
        />
        <Form onSubmit={() => {}}>
          <Card heading="Account E987654321" headingLevel={3} aside={<TextLink href="#details">Details</TextLink>}>
            <Tabs
              label="Ways to pay account E987654321"
              tabs={[
                { id: 'account', label: 'Pay by Account' },
                { id: 'group', label: 'Pay by Group' },
              ]}
              selected="account"
              onSelect={() => {}}
            >
              <RadioGroup
                name="a.option"
                legend="How much would you like to pay?"
                variant="card"
                value="other"
                onChange={() => {}}
                options={[
                  { value: 'past', label: 'Past due amount', aside: <Money amount={toCents(21437)} /> },
                  {
                    value: 'monthly',
                    label: 'Total due',
                    aside: <Money amount={toCents(42874)} />,
                    description: 'Includes what is past due.',
                  },
                  {
                    value: 'other',
                    label: 'Other amount',
                    slot: <TextField {...other} value="" error="Payment amount is required." onChange={() => {}} />,
                  },
                ]}
              />
            </Tabs>
          </Card>
          <DateField name="date" label="Payment date" value="04/15/2026" onChange={() => {}} />
          <ButtonRow>
            <Button type="submit">Continue</Button>
            <Button variant="quiet">Cancel</Button>
          </ButtonRow>
        </Form>
      </SidebarLayout>
    </Page>
  ),
};

/** The screen that users print. */
export const Receipt: Story = {
  render: () => (
    <Page>
      <SidebarLayout>
        <PageHeading>Make a Payment</PageHeading>
        <Stepper steps={payments} current={3} />
        <Notice kind="success" heading="Thank you for your payment">
          Your confirmation number is 2026-0415-7731.
        </Notice>
        <Card heading="Payment details" headingLevel={3}>
          <SummaryList
            rows={[
              { label: 'Confirmation number', value: '2026-0415-7731' },
              { label: 'Payment date', value: '04/15/2026' },
              { label: 'Bank account', value: <MaskedNumber value="000123456789" /> },
              { label: 'Account E987654321', value: <Money amount={toCents(42874)} />, money: true },
              { label: 'Total payment', value: <Money amount={toCents(42874)} />, money: true, total: true },
            ]}
          />
        </Card>
        <ButtonRow>
          <Button>Make Another Payment</Button>
          <Button variant="secondary" icon="print">
            Print
          </Button>
        </ButtonRow>
      </SidebarLayout>
    </Page>
  ),
};
