/** All flows of the portal. Each is loaded when it is wanted: with its route, or when its drawing is asked for. */
import type { AnyStateMachine } from 'xstate';

export interface CatalogEntry {
  /** The chart's id; its drawing has the same name. */
  readonly id: string;
  readonly title: string;
  /** Where in the portal the flow is; undefined for flows that are no page. */
  readonly address?: string;
  /** The folder and file of the chart. */
  readonly file: string;
  readonly load: () => Promise<AnyStateMachine>;
}

export const catalog: readonly CatalogEntry[] = [
  {
    id: 'startup',
    title: 'Startup',
    file: 'machines/startup/startup.machine.ts',
    load: async () => (await import('./startup/startup.machine.ts')).startup,
  },
  {
    id: 'session',
    title: 'Session',
    file: 'machines/session/session.machine.ts',
    load: async () => (await import('./session/session.machine.ts')).session,
  },
  {
    id: 'idle',
    title: 'Idle time-out',
    file: 'machines/idle/idle.machine.ts',
    load: async () => (await import('./idle/idle.machine.ts')).idle,
  },
  {
    id: 'draft',
    title: 'Whatever is left unfinished',
    file: 'machines/draft/draft.machine.ts',
    load: async () => (await import('./draft/draft.machine.ts')).draft,
  },
  {
    id: 'access',
    title: 'Access',
    file: 'machines/access/access.machine.ts',
    load: async () => (await import('./access/access.machine.ts')).access,
  },
  {
    id: 'contentPage',
    title: 'Content Page',
    address: '/content',
    file: 'machines/content-page/content-page.machine.ts',
    load: async () => (await import('./content-page/content-page.machine.ts')).contentPage,
  },
  {
    id: 'search',
    title: 'Search Results',
    address: '/account/search',
    file: 'machines/search/search.machine.ts',
    load: async () => (await import('./search/search.machine.ts')).search,
  },
  {
    id: 'chat',
    title: 'Live Chat',
    address: '/live-chat',
    file: 'machines/chat/chat.machine.ts',
    load: async () => (await import('./chat/chat.machine.ts')).chat,
  },
  {
    id: 'pastDue',
    title: 'Past Due',
    address: '/past-due',
    file: 'machines/past-due/past-due.machine.ts',
    load: async () => (await import('./past-due/past-due.machine.ts')).pastDue,
  },
  {
    id: 'captiveAction',
    title: 'What comes first',
    address: '/actions',
    file: 'machines/captive-action/captive-action.machine.ts',
    load: async () => (await import('./captive-action/captive-action.machine.ts')).captiveAction,
  },
  {
    id: 'leavingAction',
    title: 'What comes first: on to what was asked for',
    file: 'machines/leaving-action/leaving-action.machine.ts',
    load: async () => (await import('./leaving-action/leaving-action.machine.ts')).leavingAction,
  },
  {
    id: 'dashboard',
    title: 'Account Dashboard',
    address: '/dashboard',
    file: 'machines/dashboard/dashboard.machine.ts',
    load: async () => (await import('./dashboard/dashboard.machine.ts')).dashboard,
  },
  {
    id: 'payflow',
    title: 'Make a Payment',
    address: '/payments/payflow',
    file: 'machines/payflow/payflow.machine.ts',
    load: async () => (await import('./payflow/payflow.machine.ts')).payflow,
  },
  {
    id: 'paymentFacts',
    title: 'Make a Payment: what it is made from',
    file: 'machines/payment-facts/payment-facts.machine.ts',
    load: async () => (await import('./payment-facts/payment-facts.machine.ts')).paymentFacts,
  },
  {
    id: 'paymentSchedule',
    title: 'Make a Payment: when and how much',
    file: 'machines/payment-schedule/payment-schedule.machine.ts',
    load: async () => (await import('./payment-schedule/payment-schedule.machine.ts')).paymentSchedule,
  },
  {
    id: 'paymentMethod',
    title: 'Make a Payment: from which bank account',
    file: 'machines/payment-method/payment-method.machine.ts',
    load: async () => (await import('./payment-method/payment-method.machine.ts')).paymentMethod,
  },
  {
    id: 'bankAccount',
    title: 'A new bank account',
    file: 'machines/bank-account/bank-account.machine.ts',
    load: async () => (await import('./bank-account/bank-account.machine.ts')).bankAccount,
  },
  {
    id: 'submission',
    title: 'Whatever is submitted once',
    file: 'machines/kit/submission.machine.ts',
    load: async () => (await import('./kit/submission.model.ts')).default.machine,
  },
  {
    id: 'login',
    title: 'Log In',
    address: '/account/login',
    file: 'machines/login/login.machine.ts',
    load: async () => (await import('./login/login.machine.ts')).login,
  },
  {
    id: 'registration',
    title: 'Create Online Account',
    address: '/account/registration',
    file: 'machines/registration/registration.machine.ts',
    load: async () => (await import('./registration/registration.machine.ts')).registration,
  },
  {
    id: 'changePassword',
    title: 'Change Password',
    address: '/profile/change-password',
    file: 'machines/change-password/change-password.machine.ts',
    load: async () => (await import('./change-password/change-password.machine.ts')).changePassword,
  },
  {
    id: 'contactInformation',
    title: 'Contact Information',
    address: '/profile/contact-info',
    file: 'machines/contact-information/contact-information.machine.ts',
    load: async () => (await import('./contact-information/contact-information.machine.ts')).contactInformation,
  },
];
