import type { PastRun } from '../../../api/contractRuns.ts'
import { Figure } from '../../../components/Amount.tsx'
import { Chip } from '../../../components/Chip.tsx'
import { isComputeSuccess } from '../../../decode/exitCodes.ts'
import { formatClock } from '../../../format/age.ts'
import { shorten } from '../../../format/shorten.ts'
import styles from './MethodsTab.module.css'

type PastRunsProps = { readonly runs: readonly PastRun[]; readonly onChoose: (run: PastRun) => void }

/** Earlier runs of this page, newest first, with a button to run each again. */
export function PastRuns({ runs, onChoose }: PastRunsProps) {
  // The newest run is shown as the result.
  if (runs.length < 2) return null
  return (
    <section className={styles.past} aria-label="Earlier runs">
      <h2>Earlier runs</h2>
      <ul>
        {runs.slice(1).map((run) => (
          <li key={`${run.time}-${run.call.run}`}>
            <button
              type="button"
              className={styles.pastRun}
              title="Run it again"
              onClick={() => onChoose(run)}
            >
              <code className={styles.pastCall}>
                {run.call.method}
                {run.call.arguments.length > 0 &&
                  `(${run.call.arguments.map(({ type, text }) => (type === 'null' ? 'null' : shorten(text, 8, 6))).join(', ')})`}
              </code>
              <Chip tone={isComputeSuccess(run.exitCode) ? 'good' : 'bad'}>
                {isComputeSuccess(run.exitCode) ? '✓' : '✕'} exit {run.exitCode}
              </Chip>
              <span className={styles.measure}>
                <Figure value={run.gasUsed} /> gas
              </span>
              <span className={styles.measure}>{formatClock(run.time / 1000)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
