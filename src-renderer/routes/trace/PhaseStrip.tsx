import { PHASE_SIGNS, phaseSteps } from '../../components/phaseSteps.tsx'
import type { TransactionView } from '../../decode/transactionView.ts'
import styles from './PhaseStrip.module.css'

/** The five phases as steps, and the results of those that ran. */
export function PhaseStrip({ view }: { readonly view: TransactionView }) {
  const phases = view.decoded?.phases
  if (!phases) return <p className={styles.quiet}>The phases of a {view.decoded?.kind} aren't shown.</p>
  const steps = phaseSteps(phases)
  return (
    <>
      <ol className={styles.strip} aria-label="Phases">
        {steps.map(({ name, tone, result }) => (
          <li key={name} className={styles.step} data-tone={tone}>
            <span className={styles.sign} aria-hidden="true">
              {PHASE_SIGNS[tone]}
            </span>
            {name}
            <span className="visually-hidden">: {result}</span>
          </li>
        ))}
      </ol>
      <dl className={styles.details}>
        {steps
          .filter(({ tone }) => tone !== 'absent')
          .map(({ name, tone, result, details }) => (
            <div key={name} className={styles.detail} data-tone={tone}>
              <dt>{name}</dt>
              <dd>
                <span className={styles.result}>{result}</span>
                {details.map(
                  (detail) =>
                    detail && (
                      <span key={detail[0]} className={styles.quiet}>
                        {detail[0]} {detail[1]}
                      </span>
                    ),
                )}
              </dd>
            </div>
          ))}
      </dl>
    </>
  )
}
