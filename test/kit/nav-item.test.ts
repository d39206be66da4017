/** The current entry of a menu. */
import { expect, it } from 'vitest';
import { type NavItem, isCurrent } from '#src/ui/header/nav-item.ts';

const options: NavItem = {
  id: 'options',
  title: 'Repayment Options',
  children: [
    { id: 'all', title: 'Explore', href: '/repayment-options' },
    { id: 'log-out', title: 'Log Out', onSelect: () => undefined },
  ],
};
const dashboard: NavItem = { id: 'dashboard', title: 'Account Dashboard', href: '/dashboard' };

it.each([
  ['/repayment-options', true, false],
  ['/repayment-options/deferment/options/qualification', true, false],
  ['/repayment-options-of-others', false, false],
  ['/dashboard', false, true],
  ['/dashboard/more', false, false],
  ['/undefined/more', false, false],
  [undefined, false, false],
])('at %s the menu is marked: %s, and the link: %s', (address, isMenuMarked, isLinkMarked) => {
  expect(isCurrent(options, address)).toBe(isMenuMarked);
  expect(isCurrent(dashboard, address)).toBe(isLinkMarked);
});
