import type { ReactNode } from 'react'
import { Amount, Figure } from '../../components/Amount.tsx'
import { actionResultText, computeExitText, isComputeSuccess } from '../../decode/exitCodes.ts'
import type {
  ActionPhase,
  BouncePhase,
  ComputePhase,
  CreditPhase,
  Phases as PhasesData,
  StoragePhase,
} from '../../decode/transaction.ts'
import type { TransactionView } from '../../decode/transactionView.ts'
import styles from './Phases.module.css'
import page from './TransactionPage.module.css'

type Tone = 'done' | 'failed' | 'skipped' | 'absent' | 'warned'

type Phase = {
  readonly name: string
  readonly tone: Tone
  /** One or two words under the name. */
  readonly result: ReactNode
  readonly details: readonly (readonly [name: string, value: ReactNode] | false | undefined)[]
}

const SIGNS: Readonly<Record<Tone, string>> = {
  done: '✓',
  failed: '✕',
  skipped: '–',
  absent: '·',
  warned: '↩',
}

function absent(name: string): Phase {
  return { name, tone: 'absent', result: 'not part of it', details: [] }
}

function storagePhase(phase: StoragePhase | undefined): Phase {
  if (!phase) return absent('Storage')
  return {
    name: 'Storage',
    tone: phase.due === undefined && phase.change === 'unchanged' ? 'done' : 'warned',
    result: phase.change === 'unchanged' ? 'rent collected' : `account ${phase.change}`,
    details: [
      ['collected', <Amount key="collected" value={phase.collected} />],
      phase.due !== undefined && ['still due', <Amount key="due" value={phase.due} />],
    ],
  }
}

function creditPhase(phase: CreditPhase | undefined): Phase {
  if (!phase) return absent('Credit')
  return {
    name: 'Credit',
    tone: 'done',
    result: 'value credited',
    details: [
      ['credited', <Amount key="credit" value={phase.credit} />],
      phase.dueCollected !== undefined && ['debt collected', <Amount key="due" value={phase.dueCollected} />],
    ],
  }
}

function computePhase(phase: ComputePhase | undefined): Phase {
  if (!phase) return absent('Compute')
  if (phase.kind === 'skipped') {
    return { name: 'Compute', tone: 'skipped', result: `skipped: ${phase.reason}`, details: [] }
  }
  const failed = !phase.success || !isComputeSuccess(phase.exitCode)
  return {
    name: 'Compute',
    tone: failed ? 'failed' : 'done',
    result: failed ? `${phase.exitCode}: ${computeExitText(phase.exitCode)}` : `exit ${phase.exitCode}`,
    details: [
      [
        'gas',
        <span key="gas">
          <Figure value={phase.gasUsed} /> of{' '}
          <Figure value={phase.gasLimit || BigInt(phase.gasCredit ?? 0)} />
        </span>,
      ],
      ['gas fee', <Amount key="fee" value={phase.gasFees} />],
      ['steps', <Figure key="steps" value={phase.steps} />],
      phase.exitArgument !== undefined && ['argument', phase.exitArgument],
      phase.activated && ['', 'account activated'],
    ],
  }
}

function actionPhase(phase: ActionPhase | undefined): Phase {
  if (!phase) return absent('Action')
  return {
    name: 'Action',
    tone: phase.success ? 'done' : 'failed',
    result: phase.success
      ? `${phase.actions} ${phase.actions === 1 ? 'action' : 'actions'}`
      : `${phase.resultCode}: ${actionResultText(phase.resultCode)}`,
    details: [
      ['messages', phase.messages],
      phase.skipped > 0 && ['skipped', phase.skipped],
      phase.forwardFees !== undefined && ['forward fees', <Amount key="forward" value={phase.forwardFees} />],
      phase.actionFees !== undefined && ['action fees', <Amount key="action" value={phase.actionFees} />],
      phase.resultArgument !== undefined && ['at action', phase.resultArgument],
    ],
  }
}

function bouncePhase(phase: BouncePhase | undefined): Phase {
  if (!phase) return absent('Bounce')
  if (phase.kind === 'bounced') {
    return {
      name: 'Bounce',
      tone: 'warned',
      result: 'message sent back',
      details: [
        ['message fee', <Amount key="message" value={phase.messageFees} />],
        ['forward fee', <Amount key="forward" value={phase.forwardFees} />],
      ],
    }
  }
  return {
    name: 'Bounce',
    tone: 'failed',
    result: phase.kind,
    details: phase.kind === 'no funds' ? [['needed', <Amount key="needed" value={phase.required} />]] : [],
  }
}

function phasesOf(phases: PhasesData): Phase[] {
  return [
    storagePhase(phases.storage),
    creditPhase(phases.credit),
    computePhase(phases.compute),
    actionPhase(phases.action),
    bouncePhase(phases.bounce),
  ]
}

/** The five phases in a strip, with gas, fees and exit codes in words. */
export function Phases({ view }: { readonly view: TransactionView }) {
  const phases = view.decoded?.phases
  return (
    <section className={page.part} aria-labelledby="phases">
      <h2 id="phases">Phases</h2>
      {phases ? (
        <ol className={styles.strip}>
          {phasesOf(phases).map(({ name, tone, result, details }) => (
            <li key={name} className={styles.phase} data-tone={tone}>
              <p className={styles.name}>
                <span className={styles.sign} aria-hidden="true">
                  {SIGNS[tone]}
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
