/**
 * Returns the attributes of a panel that receives focus, and that screen readers read by that alone: the ids of its name
 * and of its text. As an alert it would be read twice.
 */
export const announcedByFocus = (nameId: string, textId: string | undefined) =>
  ({ tabIndex: -1, role: 'group', 'aria-labelledby': nameId, 'aria-describedby': textId }) as const;
