/** The portal's own pages that site search offers (ruling 14). */
import { type PortalFeatures, routeExists, routes } from './routes.ts';
import type { Audience } from './shapes.ts';

export interface PortalPage {
  readonly path: string;
  readonly title: string;
  /** Search keywords, separated by commas. */
  readonly keywords?: string;
  readonly audience: Audience;
}

/** Search keywords by route path. Site search offers only pages with keywords. */
export const KEYWORDS: Readonly<Record<string, string>> = {
  '/welcome': 'home, start, log in, sign in, login',
  '/account/login': 'log in, sign in, login',
  '/account/registration/*': 'register, sign up, new user, username, password',
  '/account/forgot/*': 'forgot, forgotten, lost, reset, recover, username, password',
  '/dashboard': 'my loans, accounts, balance, amount due, due date, overview',
  '/loan-details': 'loans, groups, interest rate, benefits',
  '/past-due': 'delinquent, late, behind, missed payment',
  '/email-us': 'contact, message, question, write',
  '/live-chat': 'chat, contact, question, help',
  '/content/docupload': 'upload, send, document, form, proof, attachment',
  '/content/privacyoptoutform': 'privacy, opt out, sharing, marketing',
  '/content/caprivacyform': 'privacy, California, CCPA, access, deletion, correction',
  '/payments/payflow/*': 'pay, pay now, schedule a payment, one-time payment, pay by account, pay by group',
  '/payments/payment-auto-debit':
    'auto debit, autopay, automatic payment, direct debit, draft, enroll, stop, interest rate reduction',
  '/payments/payment-instructions':
    'payment instructions, special instructions, extra payments, extra money, highest rate, lowest balance, loan group',
  '/payments/payment-methods':
    'bank account, saved account, routing number, checking, savings, nickname, rename, remove',
  '/payments/authorized-payers':
    'authorized payer, invite, invitation, third party, parent, spouse, employer, pay for me, remove',
  '/payments/payment-payoff': 'payoff, payoff amount, pay off, pay in full, quote, interest per day',
  '/repayment-options':
    'repayment options, application, application status, deferment, forbearance, plan, lower payment',
  '/repayment-options/can-not-afford':
    'cannot afford, too high, hardship, trouble paying, lower payment, financial difficulty',
  '/repayment-options/deferment/options/*':
    'deferment, postpone, pause, unemployment, economic hardship, rehabilitation, cannot pay',
  '/repayment-options/deferment/in-school/*':
    'in-school deferment, student, enrolled, half-time, college, university, back to school, postpone, pause',
  '/repayment-options/deferment/military/*':
    'military deferment, active duty, service, deployment, orders, national guard, scra, servicemembers, heroes act, hostile pay',
  '/repayment-options/forbearance/hardship/*':
    'forbearance, hardship, postpone, pause, cannot pay, trouble paying, illness, medical costs, lost job',
  '/repayment-options/postpone-select':
    'postpone, pause, stop payments, deferment, forbearance, unemployment, military, in-school, hardship',
  '/repayment-options/schedule-select': 'change plan, repayment plan, another plan, term, lower payment',
  '/documents/payment-schedule': 'payment schedule, amortization, payoff date, when paid off',
  '/documents/statements': 'statement, bill, monthly statement, history, PDF',
  '/documents/mortgage-letter': 'mortgage, verification, letter, lender, account verification, PDF',
  '/documents/tax-info': 'tax, 1098-E, interest paid, deduction, IRS, PDF',
  '/documents/inbox/*': 'messages, letters, mail, correspondence, statements, unread',
  '/documents/upload-documents': 'upload, send, document, form, proof, attachment',
  '/documents/forms': 'form, application, request, deferment, forbearance, income-driven, authorization, PDF',
  '/profile/change-password': 'password, security, log in',
  '/profile/security':
    'security, username, log out everywhere, sessions, devices, browsers, log-ins, audit log, who changed, hacked',
  '/profile/contact-info': 'address, move, phone, mobile, email, profile',
  '/profile/download-record': 'download, copy, export, my data, record, complaint, new servicer, lawyer, ZIP',
  '/profile/manage-text-alerts': 'text alerts, text messages, SMS, reminders, mobile phone, stop texts, notifications',
  '/profile/manage-paperless': 'paperless, electronic correspondence, e-delivery, letters by email, opt out, sign up',
};

/** Returns the searchable pages of a portal with this configuration. Managed texts may link to each of them. */
export const listPages = (facts: PortalFeatures): readonly PortalPage[] =>
  routes.flatMap((route) => {
    const { path, entry, title, audience } = route;
    const keywords = KEYWORDS[path];
    return routeExists(route, facts) && keywords !== undefined
      ? [{ path: entry ?? path, title, keywords, audience }]
      : [];
  });
