import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { MethodCall, MethodRun } from '../../../api/contractRuns.ts'
import { Figure } from '../../../components/Amount.tsx'
import { Chip } from '../../../components/Chip.tsx'
import { CopyButton } from '../../../components/CopyButton.tsx'
import { RawView } from '../../../components/RawView.tsx'
import { SegmentedControl } from '../../../components/SegmentedControl.tsx'
import { StackView } from '../../../components/StackView.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { computeExitText, isComputeSuccess } from '../../../decode/exitCodes.ts'
import { curlOf } from '../../../format/curlOf.ts'
import styles from './MethodsTab.module.css'

/** The API's exit code for an account without code. */
const NO_CODE = -13

const route = getRouteApi('/account/$address')

/** Returns the names of a known method's results. */
function resultNames(method: string): readonly string[] {
  return CONTRACTS.methods.get(method)?.result?.map(({ name }) => name) ?? []
}

/** Formats an exit code: `exit 11: no such method or unknown error`. */
function exitText(code: number): string {
  if (code === NO_CODE) return `exit ${code}: the account has no code`
  if (code === 11) return 'exit 11: the contract has no such method'
  return `exit ${code}: ${computeExitText(code)}`
}

/** The result of a run: exit code, gas, and the stack as values or as JSON. */
export function RunResult({ call, run }: { readonly call: MethodCall; readonly run: MethodRun }) {
  const { address: account } = route.useParams()
  const [view, setView] = useState<'stack' | 'json'>('stack')
  const { answer, milliseconds } = run
  const { exit_code: exitCode, gas_used: gasUsed, stack } = answer.result
  const good = isComputeSuccess(exitCode)
  return (
    <section className={styles.result} aria-label={`Result of ${call.method}`}>
      <header className={styles.resultHeader}>
        <h2 className={styles.called}>
          <code>{call.method}</code>
        </h2>
        <Chip tone={good ? 'good' : 'bad'}>
          {good ? '✓' : '✕'} {exitText(exitCode)}
        </Chip>
        <span className={styles.measure}>
          <Figure value={gasUsed} /> gas
        </span>
        <span className={styles.measure}>{Math.max(1, Math.round(milliseconds))} ms</span>
        {call.seqno !== undefined && (
          <span className={styles.measure}>
            at block <Figure value={call.seqno} />
          </span>
        )}
        <span className={styles.resultActions}>
          <Link
            to="/replay/$account"
            params={{ account }}
            search={{
              method: call.method,
              stack: JSON.stringify(call.stack),
              seqno: call.seqno === undefined ? undefined : String(call.seqno),
            }}
          >
            Replay
          </Link>
          <CopyButton text={curlOf(answer)} what="as curl" label="Copy as curl" />
          <SegmentedControl
            label="How the result is shown"
            options={[
              { value: 'stack', label: 'Stack' },
              { value: 'json', label: 'JSON' },
            ]}
            current={view}
            onChange={setView}
          />
        </span>
      </header>
      {view === 'json' ? (
        <RawView answers={[answer]} />
      ) : stack.length === 0 ? (
        <EmptyState>The result stack is empty.</EmptyState>
      ) : (
        <div className={styles.stack}>
          <StackView entries={stack} names={good ? resultNames(call.method) : []} />
        </div>
      )}
    </section>
  )
}
