import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { ReplayJson } from '#shared/schema/replay.ts'
import type { ReplayTarget } from '../../api/replay.ts'
import { Figure } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { CodeListing } from '../../components/CodeListing.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx'
import { codeLines } from '../../decode/codeLines.ts'
import { contractExitText } from '../../decode/contractExitCodes.ts'
import { readBoc } from '../../decode/transactionView.ts'
import styles from './Debugger.module.css'
import { GasProfile } from './GasProfile.tsx'
import { Registers } from './Registers.tsx'
import { RunActions, StorageDifference } from './RunStorage.tsx'
import { StackPanel } from './StackPanel.tsx'
import { StepList } from './StepList.tsx'
import { type ShownStep, type Steps, useSteps } from './useReplay.ts'
import { useSelectedStep } from './useSelectedStep.ts'

type DebuggerProps = { readonly target: ReplayTarget; readonly replay: ReplayJson }

const ICON = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

type ToolbarProps = {
  readonly selected: number
  readonly total: number
  readonly threw: number | null
  readonly onSelect: (step: number) => void
}

function Toolbar({ selected, total, threw, onSelect }: ToolbarProps) {
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Steps">
      <Button title="First step (Home)" onClick={() => onSelect(0)} disabled={selected === 0}>
        <ChevronFirst {...ICON} />
        <span className="visually-hidden">First step</span>
      </Button>
      <Button title="Previous step (k)" onClick={() => onSelect(selected - 1)} disabled={selected === 0}>
        <ChevronLeft {...ICON} />
        <span className="visually-hidden">Previous step</span>
      </Button>
      <span className={styles.position}>
        <Figure value={selected + 1} /> of <Figure value={total} />
      </span>
      <Button title="Next step (j)" onClick={() => onSelect(selected + 1)} disabled={selected === total - 1}>
        <ChevronRight {...ICON} />
        <span className="visually-hidden">Next step</span>
      </Button>
      <Button title="Last step (End)" onClick={() => onSelect(total - 1)} disabled={selected === total - 1}>
        <ChevronLast {...ICON} />
        <span className="visually-hidden">Last step</span>
      </Button>
      {threw !== null && (
        <Button tone="danger" onClick={() => onSelect(threw)} disabled={selected === threw}>
          <TriangleAlert {...ICON} />
          Where it threw
        </Button>
      )}
    </div>
  )
}

type StepFactsProps = { readonly step: ShownStep | undefined; readonly replay: ReplayJson }

function StepFacts({ step, replay: { code } }: StepFactsProps) {
  if (!step) return <SkeletonRows rows={1} columns={3} />
  const { error } = step
  const contract = code === null ? undefined : readBoc(code.boc)
  return (
    <div className={styles.facts}>
      <p className={styles.instruction}>
        <code>{step.text}</code>
      </p>
      <p className={styles.quiet}>
        <Figure value={step.gas} /> gas, <Figure value={step.gas_left} /> left
        {step.cell !== undefined && ` · cell ${step.cell.slice(0, 8)}…, bit ${step.offset}`}
      </p>
      {error && (
        <p className={styles.error}>
          ✕ Exception {error.code}: {error.text || contractExitText(error.code, contract)}
        </p>
      )}
    </div>
  )
}

type StackProps = { readonly steps: Steps; readonly selected: number }

function Stack({ steps, selected }: StackProps) {
  const [view, setView] = useState<'after' | 'before'>('after')
  const before = steps.at(selected)?.stack
  const after = steps.at(selected + 1)?.stack
  // After the last step there is no stack.
  const shown = view === 'after' && after ? after : before
  return (
    <>
      <header className={styles.part}>
        <h2>Stack</h2>
        <SegmentedControl
          label="Which stack is shown"
          options={[
            { value: 'before', label: 'Before' },
            { value: 'after', label: 'After' },
          ]}
          current={shown === after && after ? 'after' : 'before'}
          disabled={!after}
          onChange={setView}
        />
      </header>
      {!shown ? (
        <EmptyState>The log does not have the stack of this step.</EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState>The stack is empty.</EmptyState>
      ) : (
        <StackPanel stack={shown} before={shown === after ? before : undefined} />
      )}
    </>
  )
}

/** The steps of a run with stack, registers and place in the code, its gas, and its changes of storage. */
export function Debugger({ target, replay }: DebuggerProps) {
  const { steps: first, disassembly, profile, storage, registers } = replay
  const { total, lost, threw } = first
  const [selected, select] = useSelectedStep(total, threw ?? 0)
  const [shown, setShown] = useState({ first: 0, last: 0 })
  const [shownLine, setLine] = useState<number>()
  const onShown = useCallback((from: number, to: number) => setShown({ first: from, last: to }), [])
  const steps = useSteps(target, replay, { ...shown, selected })
  const code = useMemo(() => disassembly && codeLines(disassembly), [disassembly])
  const step = steps.at(selected)
  if (total === 0) return <EmptyState>No code ran, so there are no steps.</EmptyState>
  const current =
    step?.cell === undefined || step.offset === undefined ? undefined : code?.lineOf(step.cell, step.offset)
  return (
    <>
      <div className={styles.debugger}>
        <section className={styles.steps} aria-label="Run">
          <Toolbar selected={selected} total={total} threw={threw} onSelect={select} />
          {lost > 0 && (
            <p className={styles.lost}>
              The first <Figure value={lost} /> steps are not in the log, which is limited.
            </p>
          )}
          {steps.error && <ErrorState error={steps.error} what="these steps" />}
          <div className={styles.list}>
            <StepList total={total} selected={selected} steps={steps} onSelect={select} onShown={onShown} />
          </div>
        </section>
        <section className={styles.code} aria-label="Code">
          <StepFacts step={step} replay={replay} />
          {code && (
            <CodeListing code={code} current={current} target={shownLine} onJump={setLine} maxHeight="100%" />
          )}
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section className={styles.stack} aria-label="Stack and registers" tabIndex={0}>
          <Stack steps={steps} selected={selected} />
          <Registers registers={registers} selected={selected} storage={storage} />
        </section>
      </div>
      <div className={styles.results}>
        <StorageDifference storage={storage} />
        <RunActions storage={storage} />
      </div>
      <GasProfile profile={profile} code={code ?? undefined} onLine={setLine} />
    </>
  )
}
