import type { NavItem } from '../header/nav-item.ts';

/** Menus for the stories of header, footer and whole pages. */
const link = (title: string, href = `#${title.toLowerCase().replaceAll(' ', '-')}`): NavItem => ({
  id: href,
  title,
  href,
});

export const nav: NavItem[] = [
  { id: 'loans', title: 'My Loans', children: [link('Account Summary'), link('Loan Details')] },
  {
    id: 'payments',
    title: 'Payments',
    children: [link('Make a Payment'), link('Payment Activity'), link('Payment Methods'), link('Auto Debit')],
  },
  { id: 'options', title: 'Repayment Options', children: [link('Lower My Payment'), link('Pause My Payment')] },
  { id: 'documents', title: 'Documents', children: [link('Inbox'), link('Statements'), link('Upload Documents')] },
  { id: 'help', title: 'Help Center', href: '#help' },
];

export const profile = {
  name: 'Avery',
  items: [
    link('Contact Information'),
    { id: 'change-password', title: 'Change Password', href: 'https://studentaid.gov', newTab: true },
    { id: 'log-out', title: 'Log Out', onSelect: () => {}, icon: { name: 'logout', position: 'before' as const } },
  ],
};

export const footer = {
  links: [link('Contact Us'), link('Forms'), link('Live Chat')],
  columns: [
    { title: 'My Loans', links: [link('Account Summary', '#summary'), link('Loan Details', '#loans')] },
    { title: 'Payments', links: [link('Make a Payment', '#pay'), link('Ways to Pay')] },
    { title: 'About Us', links: [link('Who We Are'), link('Accessibility')] },
  ],
  social: [
    {
      id: 'facebook',
      title: 'Facebook',
      href: 'https://example.org',
      icon: { name: 'facebook', position: 'before' as const },
    },
    { id: 'x', title: 'X', href: 'https://example.org', icon: { name: 'x', position: 'before' as const } },
    {
      id: 'youtube',
      title: 'YouTube',
      href: 'https://example.org',
      icon: { name: 'youtube', position: 'before' as const },
    },
  ],
  copyright: '© 2026 Larkfield Loan Servicing. All rights reserved.',
  copyrightLinks: [
    link('Privacy'),
    link('Terms of Use'),
    { id: 'choices', title: 'Your Privacy Choices', onSelect: () => {} },
  ],
  version: '0.1.0',
};
