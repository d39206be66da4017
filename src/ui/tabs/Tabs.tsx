import { useId, type KeyboardEvent, type ReactNode } from 'react';

export interface Tab<Id extends string> {
  id: Id;
  label: ReactNode;
}

export interface TabsProps<Id extends string> {
  /** Accessible name of the tabs. */
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** Panel of the selected tab. */
  children: ReactNode;
}

/** Tabs in the WAI-ARIA pattern: one tab stop; arrow keys, Home and End select. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>) {
  const base = useId();
  const toId = (id: Id) => `${base}-${id}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === selected);
    const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 };
    const place = places[event.key];
    const target = place === undefined ? undefined : tabs.at(place % tabs.length);
    if (!target) return;
    event.preventDefault();
    onSelect(target.id);
    document.getElementById(toId(target.id))?.focus();
  };

  return (
    <div className="ui-tabs">
      <div className="ui-tabs__list" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            type="button"
            role="tab"
            className="ui-tabs__tab"
            key={tab.id}
            id={toId(tab.id)}
            aria-selected={tab.id === selected}
            aria-controls={tab.id === selected ? `${base}-panel` : undefined}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div className="ui-tabs__panel" role="tabpanel" id={`${base}-panel`} aria-labelledby={toId(selected)}>
        {children}
      </div>
    </div>
  );
}
