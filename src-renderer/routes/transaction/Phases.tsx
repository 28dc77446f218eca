import { PHASE_SIGNS, phaseSteps } from '../../components/phaseSteps.tsx'
import type { TransactionView } from '../../decode/transactionView.ts'
import styles from './Phases.module.css'
import page from './TransactionPage.module.css'

/** The five phases with gas, fees and exit codes in words. */
export function Phases({ view }: { readonly view: TransactionView }) {
  const phases = view.decoded?.phases
  return (
    <section className={page.part} aria-labelledby="phases">
      <h2 id="phases">Phases</h2>
      {phases ? (
        <ol className={styles.strip}>
          {phaseSteps(phases).map(({ name, tone, result, details }) => (
            <li key={name} className={styles.phase} data-tone={tone}>
              <p className={styles.name}>
                <span className={styles.sign} aria-hidden="true">
                  {PHASE_SIGNS[tone]}
                </span>
                {name}
              </p>
              <p className={styles.result}>{result}</p>
              <dl className={styles.details}>
                {details.map(
                  (detail) =>
                    detail && (
                      <div key={detail[0]}>
                        <dt>{detail[0]}</dt>
                        <dd>{detail[1]}</dd>
                      </div>
                    ),
                )}
              </dl>
            </li>
          ))}
        </ol>
      ) : (
        <p className={styles.result}>
          The phases of a {view.decoded?.kind ?? 'transaction of this form'} aren't shown.
        </p>
      )}
    </section>
  )
}
