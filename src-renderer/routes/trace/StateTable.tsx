import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useIdentityState } from '../../api/identityContext.tsx'
import { laterInBlockQuery } from '../../api/laterInBlock.ts'
import { useNetwork } from '../../api/network.tsx'
import { transactionStatesQuery } from '../../api/transactionStates.ts'
import { Amount } from '../../components/Amount.tsx'
import { HashText } from '../../components/HashText.tsx'
import {
  lacksState,
  needsLater,
  type StatePart,
  type StepState,
  stepStates,
} from '../../decode/stepStates.ts'
import type { TraceStep } from '../../decode/traceModel.ts'
import { StateCells } from './StateCells.tsx'
import styles from './StepPanel.module.css'

type StateRowProps = { readonly name: string; readonly before: ReactNode; readonly after: ReactNode }

function StateRow({ name, before, after }: StateRowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{before}</td>
      <td>{after}</td>
    </tr>
  )
}

type PartProps<Value> = {
  readonly part: StatePart<Value>
  readonly children: (value: Value) => ReactNode
}

function Part<Value>({ part, children }: PartProps<Value>) {
  switch (part.kind) {
    case 'known':
      return children(part.value)
    case 'computed':
      return <span title="Computed from the amounts of the transactions">{children(part.value)}</span>
    case 'none':
      return <span className={styles.quiet}>none</span>
    case 'unknown':
      return <span className={styles.quiet}>unknown</span>
  }
}

function Hash({ part, what }: { readonly part: StatePart<string>; readonly what: string }) {
  return <Part part={part}>{(hash) => <HashText hash={hash} what={what} />}</Part>
}

function Balance({ part }: { readonly part: StatePart<bigint> }) {
  return <Part part={part}>{(value) => <Amount value={value} bare />}</Part>
}

/** Returns the reasons why parts of the two states are unknown, each once. */
function reasonsOf(states: readonly StepState[]): string[] {
  const parts = states.flatMap(({ balance, dataHash, codeHash }) => [balance, dataHash, codeHash])
  return [...new Set(parts.flatMap((part) => (part.kind === 'unknown' ? [part.reason] : [])))]
}

/** The account's state before and after a transaction. */
export function StateTable({ step: { json: listed, view } }: { readonly step: TraceStep }) {
  const network = useNetwork()
  const { isFollowed } = useIdentityState()
  const isReading = isFollowed === false && lacksState(listed)
  const own = useQuery({ ...transactionStatesQuery(network, listed), enabled: isReading })
  const json = own.data ?? listed
  const { data: later } = useQuery({
    ...laterInBlockQuery(network, json),
    enabled: needsLater(json) && !(isReading && own.isPending),
  })
  const { before, after } = stepStates(json, later)
  return (
    <>
      <table className={styles.states}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">What</span>
            </th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          <StateRow name="Status" before={view.decoded?.before} after={view.decoded?.after} />
          <StateRow
            name="Balance"
            before={<Balance part={before.balance} />}
            after={<Balance part={after.balance} />}
          />
          <StateRow
            name="State"
            before={<HashText hash={json.account_state_before.hash} what="state hash" />}
            after={<HashText hash={json.account_state_after.hash} what="state hash" />}
          />
          <StateRow
            name="Data"
            before={<Hash part={before.dataHash} what="data hash" />}
            after={<Hash part={after.dataHash} what="data hash" />}
          />
          <StateRow
            name="Code"
            before={<Hash part={before.codeHash} what="code hash" />}
            after={<Hash part={after.codeHash} what="code hash" />}
          />
        </tbody>
      </table>
      {isReading && own.isPending && (
        <p className={styles.quiet} data-progress="">
          Reading the states of the account
        </p>
      )}
      {reasonsOf([before, after]).map((reason) => (
        <p key={reason} className={styles.quiet}>
          Unknown: {reason}.
        </p>
      ))}
      <StateCells account={json.account} before={before} after={after} />
    </>
  )
}
