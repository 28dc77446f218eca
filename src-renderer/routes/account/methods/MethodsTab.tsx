import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { type SyntheticEvent, useRef, useState } from 'react'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import { bytesToHex } from '#shared/ton/base64.ts'
import type { Cell } from '#shared/ton/cells/cell.ts'
import { librariesQuery } from '../../../api/accounts.ts'
import { type MethodCall, methodRunQuery, pastRunsQuery } from '../../../api/contractRuns.ts'
import { useNetwork } from '../../../api/network.tsx'
import { Button } from '../../../components/Button.tsx'
import field from '../../../components/Field.module.css'
import { Field } from '../../../components/Field.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../../components/states.tsx'
import {
  type ArgumentText,
  argumentTypeOf,
  formatArguments,
  parseArguments,
  readArgument,
} from '../../../decode/stackArguments.ts'
import { readBoc } from '../../../decode/transactionView.ts'
import { base64OfHex } from '../../../format/hexOfBase64.ts'
import { type AccountState, contractNameOf } from '../contractNameOf.ts'
import { ArgumentRows, type DraftArgument } from './ArgumentRows.tsx'
import { availableMethods } from './availableMethods.ts'
import { MethodList } from './MethodList.tsx'
import styles from './MethodsTab.module.css'
import { PastRuns } from './PastRuns.tsx'
import { RunResult } from './RunResult.tsx'

const route = getRouteApi('/account/$address')
const MAX_SEQNO = 2 ** 31 - 1

/** The contract's code; for an account that refers to a library, the library's. */
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

type Draft = {
  readonly method: string
  readonly arguments: readonly DraftArgument[]
  readonly seqno: string
}

/** @param id another than those of the draft's other arguments */
function drafted(id: number, { type, text }: ArgumentText, name?: string): DraftArgument {
  return { id, type, text, name }
}

function namesOf(method: string): readonly (string | undefined)[] {
  return CONTRACTS.methods.get(method)?.params.map(({ name }) => name) ?? []
}

function draftOf(method: string, given: readonly ArgumentText[], seqno: string): Draft {
  const names = namesOf(method)
  return { method, seqno, arguments: given.map((argument, i) => drafted(i, argument, names[i])) }
}

function emptyArguments(method: string): readonly ArgumentText[] {
  return (
    CONTRACTS.methods.get(method)?.params.map(({ type }) => ({ type: argumentTypeOf(type), text: '' })) ?? []
  )
}

function methodFault(method: string): string | undefined {
  if (method === '') return 'Enter a name or an id'
  return /\s/.test(method) ? 'A name cannot contain spaces' : undefined
}

function seqnoFault(text: string): string | undefined {
  if (text === '') return undefined
  const seqno = Number(text)
  return /^\d{1,10}$/.test(text) && seqno >= 1 && seqno <= MAX_SEQNO
    ? undefined
    : 'Enter the seqno of a masterchain block'
}

/** The call that a draft stands for; undefined while something in it is wrong. */
function callOf(draft: Draft, run: number): MethodCall | undefined {
  const method = draft.method.trim()
  const seqno = draft.seqno.trim()
  if (methodFault(method) !== undefined || seqnoFault(seqno) !== undefined) return undefined
  const readings = draft.arguments.map(readArgument)
  const stack = readings.flatMap((reading) => (reading.kind === 'entry' ? [reading.entry] : []))
  if (stack.length < readings.length) return undefined
  return {
    method,
    arguments: draft.arguments.map(({ type, text }) => ({ type, text })),
    stack,
    seqno: seqno === '' ? undefined : Number(seqno),
    run,
  }
}

type MethodsTabProps = { readonly address: string; readonly state: AccountState | undefined }

/** Runs get-methods: which ones there are, their arguments, and what they answer. */
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

function Runner({ address, state }: { readonly address: string; readonly state: AccountState }) {
  const network = useNetwork()
  const navigate = useNavigate()
  const search = route.useSearch()
  const form = useRef<HTMLFormElement>(null)
  const code = useCode(state.code)
  const offered = availableMethods(code, contractNameOf(state))
  const [draft, setDraft] = useState(() =>
    draftOf(search.method ?? '', parseArguments(search.args ?? '[]') ?? [], search.seqno ?? ''),
  )
  const [strict, setStrict] = useState(false)
  // A link that names a method is a question: it is asked as soon as the page is there.
  const [call, setCall] = useState(() => (search.method === undefined ? undefined : callOf(draft, 0)))
  const query = useQuery({
    ...methodRunQuery(
      network,
      address,
      call ?? { method: '', arguments: [], stack: [], seqno: undefined, run: 0 },
    ),
    enabled: call !== undefined,
  })
  const past = useQuery(pastRunsQuery(network, address))
  const runDraft = (next: Draft) => {
    setDraft(next)
    setStrict(true)
    const made = callOf(next, (call?.run ?? 0) + 1)
    if (!made) return
    setCall(made)
    setStrict(false)
    void navigate({
      to: '.',
      search: {
        ...search,
        tab: 'methods',
        method: made.method,
        args: formatArguments(made.arguments),
        seqno: made.seqno === undefined ? undefined : String(made.seqno),
      },
      replace: true,
      resetScroll: false,
    })
  }
  const choose = (method: string) => {
    const next = draftOf(method, emptyArguments(method), draft.seqno)
    if (next.arguments.length === 0) return runDraft(next)
    setDraft(next)
    setStrict(false)
    // After the new fields are drawn: the first of them is what is needed next.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[data-argument="0"]')?.focus())
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    runDraft(draft)
  }
  const method = draft.method.trim()
  return (
    <div className={styles.methods}>
      <MethodList offered={offered} current={method} onChoose={choose} />
      <div className={styles.work}>
        <form ref={form} className={styles.form} onSubmit={submit} noValidate>
          <div className={styles.line}>
            <Field
              label="Method"
              hint="Its name, or its id in decimal"
              fault={strict ? methodFault(method) : undefined}
              className={styles.method}
            >
              {(control) => (
                <input
                  {...control}
                  className={`${field.input} ${field.mono}`}
                  value={draft.method}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={100}
                  placeholder="get_jetton_data"
                  onChange={(event) => setDraft({ ...draft, method: event.target.value })}
                />
              )}
            </Field>
            <Field
              label="At block"
              hint="Empty: latest"
              fault={seqnoFault(draft.seqno.trim())}
              className={styles.seqno}
            >
              {(control) => (
                <input
                  {...control}
                  className={field.input}
                  value={draft.seqno}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={10}
                  placeholder="latest"
                  onChange={(event) => setDraft({ ...draft, seqno: event.target.value })}
                />
              )}
            </Field>
          </div>
          <ArgumentRows
            list={draft.arguments}
            strict={strict}
            onChange={(list) => setDraft({ ...draft, arguments: list })}
            onAdd={() => {
              const name = namesOf(method)[draft.arguments.length]
              const id = 1 + Math.max(-1, ...draft.arguments.map((argument) => argument.id))
              const added = drafted(id, { type: 'number', text: '' }, name)
              setDraft({ ...draft, arguments: [...draft.arguments, added] })
            }}
          />
          <div className={styles.actions}>
            <Button submit tone="main" busy={call !== undefined && query.isFetching}>
              <Play aria-hidden="true" size={14} strokeWidth={2} />
              Run
            </Button>
            <span className={styles.note}>Runs on this machine, on verified state</span>
          </div>
        </form>
        {call &&
          (query.isError ? (
            <div className={styles.result}>
              <ErrorState error={query.error} what={`the result of ${call.method}`} />
            </div>
          ) : query.data ? (
            <RunResult call={call} run={query.data} />
          ) : (
            <div className={styles.result}>
              <SkeletonRows rows={2} columns={3} />
            </div>
          ))}
        <PastRuns
          runs={past.data}
          onChoose={({ call: again }) =>
            runDraft(
              draftOf(again.method, again.arguments, again.seqno === undefined ? '' : String(again.seqno)),
            )
          }
        />
      </div>
    </div>
  )
}
