/** The servicer's logo mark: a lark above a field. */
export function LogoMark() {
  return (
    <svg className="ui-logo__mark" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <circle className="ui-logo__sky" cx="24" cy="24" r="24" />
      <path className="ui-logo__field" d="M3.2 36A24 24 0 0 0 44.8 36Q24 29.5 3.2 36Z" />
      <path
        className="ui-logo__furrows"
        d="M24 33V48M20.4 33.2 13.5 45M27.6 33.2 34.5 45M16.6 33.5 6.4 40M31.4 33.5 41.6 40"
      />
      <path
        className="ui-logo__lark"
        d="M6.5 26 16.5 20C20 18 24.5 17.3 28 14.1C30.2 11.9 33.6 11.1 36.2 12.7L41 13.9 37.4 16.1C37 22.5 31 27.1 23.5 27.1C19.5 27.1 15.5 26.1 12.8 25.5Z"
      />
      <path
        className="ui-logo__lark ui-logo__wing"
        d="M29 15.5C26 18.9 21 19.5 17.6 17.1C14.4 14.7 12.8 9.9 13.4 3.9C21 5.7 27 9.5 29 15.5Z"
      />
    </svg>
  );
}

export interface LogoProps {
  /** Name of the servicer. Its first word is large. */
  name: string;
  /** `reverse` is for dark backgrounds. */
  tone?: 'ink' | 'reverse' | undefined;
}

/** The servicer's logo mark with its name. */
export function Logo({ name, tone = 'ink' }: LogoProps) {
  const [first = '', ...rest] = name.split(' ');
  return (
    <span className="ui-logo" data-tone={tone}>
      <LogoMark />
      <span className="ui-logo__words">
        <span className="ui-logo__first">{first}</span> <span className="ui-logo__rest">{rest.join(' ')}</span>
      </span>
    </span>
  );
}
