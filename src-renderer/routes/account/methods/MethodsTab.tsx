import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { bytesToHex } from '#shared/ton/base64.ts'
import type { Cell } from '#shared/ton/cells/cell.ts'
import { librariesQuery } from '../../../api/accounts.ts'
import { type PastRun, pastRunsQuery } from '../../../api/contractRuns.ts'
import { useNetwork } from '../../../api/network.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../../components/states.tsx'
import { readBoc } from '../../../decode/transactionView.ts'
import { base64OfHex } from '../../../format/hexOfBase64.ts'
import { type AccountState, contractNameOf } from '../contractNameOf.ts'
import { availableMethods } from './availableMethods.ts'
import { CallForm } from './CallForm.tsx'
import { MethodList } from './MethodList.tsx'
import styles from './MethodsTab.module.css'
import { draftOf, emptyArguments } from './methodDraft.ts'
import { PastRuns } from './PastRuns.tsx'
import { RunResult } from './RunResult.tsx'
import { useMethodRunner } from './useMethodRunner.ts'

/** Returns the contract's code, or the library's if the code refers to a library. */
function useCode(boc: string): Cell | undefined {
  const network = useNetwork()
  const code = readBoc(boc)
  const library = code?.exotic === 2 ? bytesToHex(code.data.subarray(1, 33)) : undefined
  const found = useQuery({
    ...librariesQuery(network, base64OfHex(library ?? '')),
    enabled: library !== undefined,
  })
  const content = found.data?.result.result[0]?.data
  return library === undefined ? code : content === undefined ? undefined : readBoc(content)
}

type MethodsTabProps = { readonly address: string; readonly state: AccountState | undefined }

/** The get-methods of a contract, a form to run them, and their results. */
export function MethodsTab({ address, state }: MethodsTabProps) {
  if (!state) return <SkeletonRows rows={6} columns={3} />
  if (state.state !== 'active' || state.code === '') {
    return (
      <EmptyState>
        {state.state === 'frozen'
          ? 'This account is frozen: its get-methods cannot be run.'
          : 'This account has no code, so it has no get-methods.'}
      </EmptyState>
    )
  }
  return <Runner address={address} state={state} />
}

function CallResult({ call, query }: Pick<ReturnType<typeof useMethodRunner>, 'call' | 'query'>) {
  if (!call) return null
  if (query.data && !query.isError) return <RunResult call={call} run={query.data} />
  return (
    <div className={styles.result}>
      {query.isError ? (
        <ErrorState error={query.error} what={`the result of ${call.method}`} />
      ) : (
        <SkeletonRows rows={2} columns={3} />
      )}
    </div>
  )
}

function Runner({ address, state }: { readonly address: string; readonly state: AccountState }) {
  const form = useRef<HTMLFormElement>(null)
  const code = useCode(state.code)
  const offered = availableMethods(code, contractNameOf(state))
  const { draft, setDraft, strict, call, query, run, restart } = useMethodRunner(address)
  const past = useQuery(pastRunsQuery(useNetwork(), address))
  const choose = (method: string) => {
    const next = draftOf(method, emptyArguments(method), draft.seqno)
    if (next.arguments.length === 0) return run(next)
    restart(next)
    // After the new fields are rendered.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[data-argument="0"]')?.focus())
  }
  const runAgain = ({ call: { method, arguments: given, seqno } }: PastRun) =>
    run(draftOf(method, given, seqno === undefined ? '' : String(seqno)))
  return (
    <div className={styles.methods}>
      <MethodList offered={offered} current={draft.method.trim()} onChoose={choose} />
      <div className={styles.work}>
        <CallForm
          form={form}
          draft={draft}
          strict={strict}
          busy={call !== undefined && query.isFetching}
          onChange={setDraft}
          onRun={() => run(draft)}
        />
        <CallResult call={call} query={query} />
        <PastRuns runs={past.data} onChoose={runAgain} />
      </div>
    </div>
  )
}
