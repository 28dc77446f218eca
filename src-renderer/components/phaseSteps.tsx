import type { ReactNode } from 'react'
import type { StoragePhase } from '#shared/ton/block/transactionPhases.ts'
import { actionResultText, computeExitText } from '../decode/exitCodes.ts'
import { gasFigures } from '../decode/gasFigures.ts'
import {
  hasActionFailed,
  hasComputeFailed,
  outcomeWords,
  skippedActions,
  skipReasonText,
  verdictOf,
} from '../decode/outcome.ts'
import type { ActionPhase, BouncePhase, ComputePhase, CreditPhase, Phases } from '../decode/transaction.ts'
import { Amount, Figure } from './Amount.tsx'

export type PhaseTone = 'done' | 'failed' | 'partly' | 'skipped' | 'absent' | 'warned'

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
  partly: '!',
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
    tone: phase.storageFeesDue === undefined && phase.statusChange === 'unchanged' ? 'done' : 'warned',
    result: phase.statusChange === 'unchanged' ? 'fee collected' : `account ${phase.statusChange}`,
    details: [
      ['collected', <Amount key="collected" value={phase.storageFeesCollected} />],
      phase.storageFeesDue !== undefined && ['due', <Amount key="due" value={phase.storageFeesDue} />],
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
      phase.dueFeesCollected !== undefined && [
        'due collected',
        <Amount key="due" value={phase.dueFeesCollected} />,
      ],
    ],
  }
}

function computePhase(phase: ComputePhase | undefined): PhaseStep {
  if (!phase) return absent('Compute')
  if (phase.type === 'skipped') {
    return {
      name: 'Compute',
      tone: 'skipped',
      result: `skipped: ${skipReasonText(phase.reason)}`,
      details: [],
    }
  }
  const failed = hasComputeFailed(phase)
  return {
    name: 'Compute',
    tone: failed ? 'failed' : 'done',
    result: failed ? `${phase.exitCode}: ${computeExitText(phase.exitCode)}` : `exit ${phase.exitCode}`,
    details: [
      ...gasFigures(phase).map(({ name, value }) => [name, <Figure key={name} value={value} />] as const),
      ['gas fee', <Amount key="fee" value={phase.gasFees} />],
      ['steps', <Figure key="steps" value={phase.vmSteps} />],
      phase.exitArg !== undefined && ['argument', phase.exitArg],
      phase.accountActivated && ['', 'account activated'],
    ],
  }
}

function actionTone(phase: ActionPhase): PhaseTone {
  if (hasActionFailed(phase)) return 'failed'
  const left = skippedActions(phase)
  if (!left) return 'done'
  return verdictOf(left) === 'bad' ? 'failed' : 'partly'
}

function actionResult(phase: ActionPhase): string {
  if (hasActionFailed(phase)) return `${phase.resultCode}: ${actionResultText(phase.resultCode)}`
  const left = skippedActions(phase)
  if (left) return outcomeWords(left)
  return `${phase.totActions} ${phase.totActions === 1 ? 'action' : 'actions'}`
}

function actionPhase(phase: ActionPhase | undefined): PhaseStep {
  if (!phase) return absent('Action')
  return {
    name: 'Action',
    tone: actionTone(phase),
    result: actionResult(phase),
    details: [
      phase.totActions > 0 && ['actions', phase.totActions],
      ['messages', phase.msgsCreated],
      phase.skippedActions > 0 && ['skipped', phase.skippedActions],
      phase.totalFwdFees !== undefined && [
        'forward fees',
        <Amount key="forward" value={phase.totalFwdFees} />,
      ],
      phase.totalActionFees !== undefined && [
        'action fees',
        <Amount key="action" value={phase.totalActionFees} />,
      ],
      phase.resultArg !== undefined && ['at action', phase.resultArg],
    ],
  }
}

function bouncePhase(phase: BouncePhase | undefined): PhaseStep {
  if (!phase) return absent('Bounce')
  if (phase.type === 'ok') {
    return {
      name: 'Bounce',
      tone: 'warned',
      result: 'message bounced',
      details: [
        ['message fee', <Amount key="message" value={phase.msgFees} />],
        ['forward fee', <Amount key="forward" value={phase.fwdFees} />],
      ],
    }
  }
  return {
    name: 'Bounce',
    tone: 'failed',
    result: phase.type.replace('-', ' '),
    details: phase.type === 'no-funds' ? [['needed', <Amount key="needed" value={phase.reqFwdFees} />]] : [],
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
