/** The coverage of a flow by tests, per level, with a list of uncovered transitions. */
import { type CoverageReport, type FlowCoverage, type LevelCoverage, formatCounted } from './coverage.ts';
import { FileField } from './FileField.tsx';
import { LogList } from './LogList.tsx';

export interface CoveragePanelProps {
  readonly coverage: CoverageReport | undefined;
  readonly found: FlowCoverage | undefined;
  /** Whether the report is of the machine as it is now. */
  readonly isCurrent: boolean;
  /** The level that is shown on the picture. */
  readonly level: number | undefined;
  readonly onLevel: (level: number | undefined) => void;
  readonly onFile: (file: File) => void;
}

export function CoveragePanel({ coverage, found, isCurrent, level, onLevel, onFile }: CoveragePanelProps) {
  return (
    <>
      {coverage === undefined && (
        <p>
          There is no report yet: <code>npm run coverage:flows</code> writes one after the tests. You can also open a{' '}
          <code>coverage.json</code> of another run.
        </p>
      )}
      <FileField label="Open a report" accept=".json,application/json" onFile={onFile} />
      {coverage !== undefined && found === undefined && <p>The report does not contain this flow.</p>}
      {found !== undefined && !isCurrent && (
        <p className="problem">The report is of another version of this machine.</p>
      )}
      {isCurrent &&
        found?.levels.map((each) => (
          <Level key={each.level} found={each} isShown={level === each.level} onLevel={onLevel} />
        ))}
    </>
  );
}

interface LevelProps extends Pick<CoveragePanelProps, 'onLevel'> {
  readonly found: LevelCoverage;
  readonly isShown: boolean;
}

function Level({ found: { level, name, isOfTransitions, share, count, open, excused }, isShown, onLevel }: LevelProps) {
  return (
    <section>
      <h3>
        {name}: {share} %
      </h3>
      <p>
        {count} {formatCounted(isOfTransitions)}, {open.length} not walked.
      </p>
      {isOfTransitions && (
        <button type="button" aria-pressed={isShown} onClick={() => onLevel(isShown ? undefined : level)}>
          Show on the diagram
        </button>
      )}
      {open.length > 0 && (
        <>
          <h4>Not walked</h4>
          <LogList texts={open} />
        </>
      )}
      {Object.keys(excused).length > 0 && (
        <>
          <h4>Cannot be walked</h4>
          <LogList texts={Object.entries(excused).map((each) => each.join(': '))} />
        </>
      )}
    </section>
  );
}
