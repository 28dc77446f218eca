import type { ReactNode } from 'react'
import { actionResultText, computeExitText, isComputeSuccess } from '../decode/exitCodes.ts'
import { gasFigures } from '../decode/gasFigures.ts'
import type {
  ActionPhase,
  BouncePhase,
  ComputePhase,
  CreditPhase,
  Phases,
  StoragePhase,
} from '../decode/transaction.ts'
import { Amount, Figure } from './Amount.tsx'

export type PhaseTone = 'done' | 'failed' | 'skipped' | 'absent' | 'warned'

export type PhaseStep = {
  readonly name: string
  readonly tone: PhaseTone
  /** One or two words under the name. */
  readonly result: ReactNode
  readonly details: readonly (readonly [name: string, value: ReactNode] | false | undefined)[]
}

export const PHASE_SIGNS: Readonly<Record<PhaseTone, string>> = {
  done: '✓',
  failed: '✕',
  skipped: '–',
  absent: '·',
  warned: '↩',
}

function absent(name: string): PhaseStep {
  return { name, tone: 'absent', result: 'not executed', details: [] }
}

function storagePhase(phase: StoragePhase | undefined): PhaseStep {
  if (!phase) return absent('Storage')
  return {
    name: 'Storage',
    tone: phase.due === undefined && phase.change === 'unchanged' ? 'done' : 'warned',
    result: phase.change === 'unchanged' ? 'fee collected' : `account ${phase.change}`,
    details: [
      ['collected', <Amount key="collected" value={phase.collected} />],
      phase.due !== undefined && ['due', <Amount key="due" value={phase.due} />],
    ],
  }
}

function creditPhase(phase: CreditPhase | undefined): PhaseStep {
  if (!phase) return absent('Credit')
  return {
    name: 'Credit',
    tone: 'done',
    result: 'value credited',
    details: [
      ['credited', <Amount key="credit" value={phase.credit} />],
      phase.dueCollected !== undefined && ['due collected', <Amount key="due" value={phase.dueCollected} />],
    ],
  }
}

function computePhase(phase: ComputePhase | undefined): PhaseStep {
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
      ...gasFigures(phase).map(({ name, value }) => [name, <Figure key={name} value={value} />] as const),
      ['gas fee', <Amount key="fee" value={phase.gasFees} />],
      ['steps', <Figure key="steps" value={phase.steps} />],
      phase.exitArgument !== undefined && ['argument', phase.exitArgument],
      phase.activated && ['', 'account activated'],
    ],
  }
}

function actionPhase(phase: ActionPhase | undefined): PhaseStep {
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

function bouncePhase(phase: BouncePhase | undefined): PhaseStep {
  if (!phase) return absent('Bounce')
  if (phase.kind === 'bounced') {
    return {
      name: 'Bounce',
      tone: 'warned',
      result: 'message bounced',
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

/** Returns the five phases with their gas, fees and codes. */
export function phaseSteps(phases: Phases): PhaseStep[] {
  return [
    storagePhase(phases.storage),
    creditPhase(phases.credit),
    computePhase(phases.compute),
    actionPhase(phases.action),
    bouncePhase(phases.bounce),
  ]
}
