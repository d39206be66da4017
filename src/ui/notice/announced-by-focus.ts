/**
 * Returns the attributes of a panel that screen readers announce because it receives focus: the ids of its name and text.
 * With an alert role, it would be announced twice.
 */
export const announcedByFocus = (nameId: string, textId: string | undefined) =>
  ({ tabIndex: -1, role: 'group', 'aria-labelledby': nameId, 'aria-describedby': textId }) as const;
