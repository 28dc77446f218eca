import { AccountLink } from '../../components/AccountLink.tsx'
import { Amount } from '../../components/Amount.tsx'
import { classNames } from '../../components/classNames.ts'
import table from '../../components/Table.module.css'
import type { TraceModel } from '../../decode/traceModel.ts'
import { type FlowRow, valueFlow } from '../../decode/valueFlow.ts'
import { Letter } from './Letter.tsx'
import styles from './ValueFlowTable.module.css'

const PLACES = {
  network: 'The network: fees',
  'in flight': 'In flight: not arrived yet',
  outside: 'From outside the trace',
} as const

function Quantity({ value }: { readonly value: bigint }) {
  return value === 0n ? <span className={table.quiet}>–</span> : <Amount value={value} bare />
}

function Net({ value }: { readonly value: bigint }) {
  const sign = value > 0n ? '+' : value < 0n ? '−' : undefined
  return (
    <span className={styles.net} data-sign={sign}>
      <Amount value={value} sign={sign} bare />
    </span>
  )
}

function Who({ who }: Pick<FlowRow, 'who'>) {
  if (typeof who === 'string') return <span className={styles.place}>{PLACES[who]}</span>
  return (
    <span className={styles.who}>
      <Letter account={who} />
      <AccountLink address={who.address} />
      {who.domain !== undefined && <span className={table.quiet}>{who.domain}</span>}
      {who.role !== undefined && <span className={styles.role}>{who.role}</span>}
    </span>
  )
}

/** Who got what from whom, in coins: every account with what it took in, gave away and paid. */
export function ValueFlowTable({ model }: { readonly model: TraceModel }) {
  const rows = valueFlow(model)
  const sum = rows.reduce((total, { net }) => total + net, 0n)
  return (
    <div className={table.scroll}>
      <table className={classNames(table.table, styles.flow)}>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" className={table.number}>
              In, TON
            </th>
            <th scope="col" className={table.number}>
              Out, TON
            </th>
            <th scope="col" className={table.number}>
              Fees, TON
            </th>
            <th scope="col" className={table.number}>
              Net, TON
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ who, received, sent, fees, net }) => (
            <tr key={typeof who === 'string' ? who : who.raw}>
              <th scope="row">
                <Who who={who} />
              </th>
              <td className={table.number}>
                <Quantity value={received} />
              </td>
              <td className={table.number}>
                <Quantity value={sent} />
              </td>
              <td className={table.number}>
                <Quantity value={fees} />
              </td>
              <td className={table.number}>
                <Net value={net} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Sum</th>
            <td colSpan={3} />
            <td className={table.number}>
              <Net value={sum} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
