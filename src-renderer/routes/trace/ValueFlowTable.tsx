import { useIdentities } from '../../api/identityContext.tsx'
import { AccountLink } from '../../components/AccountLink.tsx'
import { Amount } from '../../components/Amount.tsx'
import { classNames } from '../../components/classNames.ts'
import table from '../../components/Table.module.css'
import { JettonSymbol, UnitAmount, useJettonUnit } from '../../components/TokenAmount.tsx'
import { accountKey } from '../../decode/accountKey.ts'
import { type AssetFlow, assetFlow, tokenAccounts } from '../../decode/assetFlow.ts'
import type { TraceModel } from '../../decode/traceModel.ts'
import { type FlowRow, valueFlow } from '../../decode/valueFlow.ts'
import { Letter } from './Letter.tsx'
import styles from './ValueFlowTable.module.css'

const PLACES = {
  network: 'Network fees',
  'in flight': 'Not delivered yet',
  outside: 'Outside this trace',
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
      {who.role !== undefined && <span className={styles.role}>{who.role}</span>}
    </span>
  )
}

/** The accounts that gained or lost tokens and have no transaction in the trace. */
function absentOwners({ balances, items }: AssetFlow, rows: readonly FlowRow[]): string[] {
  const present = new Set(rows.map(({ who }) => (typeof who === 'string' ? who : accountKey(who.raw))))
  return [...new Set([...balances.keys(), ...items.keys()])].filter((owner) => !present.has(owner))
}

function JettonHeading({ jetton }: { readonly jetton: string }) {
  return <JettonSymbol unit={useJettonUnit(jetton)} />
}

function JettonNet({ jetton, value }: { readonly jetton: string; readonly value: bigint | undefined }) {
  const unit = useJettonUnit(jetton)
  if (value === undefined || value === 0n) return <span className={table.quiet}>–</span>
  const sign = value > 0n ? '+' : '−'
  return (
    <span className={styles.net} data-sign={sign}>
      <UnitAmount value={value > 0n ? value : -value} unit={unit} sign={sign} bare />
    </span>
  )
}

type AssetCellsProps = { readonly flow: AssetFlow; readonly owner: string | undefined }

/** What an account gained and lost of each token. */
function AssetCells({ flow, owner }: AssetCellsProps) {
  const balances = owner === undefined ? undefined : flow.balances.get(owner)
  const items = (owner === undefined ? undefined : flow.items.get(owner)) ?? []
  return (
    <>
      {flow.jettons.map((jetton) => (
        <td key={jetton} className={table.number}>
          <JettonNet jetton={jetton} value={balances?.get(jetton)} />
        </td>
      ))}
      {flow.items.size > 0 && (
        <td>
          {items.map(({ item, gained }, i) => (
            <span key={i} className={styles.net} data-sign={gained ? '+' : '−'}>
              {gained ? '+ ' : '− '}
              <AccountLink address={item} />
            </span>
          ))}
        </td>
      )}
    </>
  )
}

/** Who got what from whom: coins in, out and paid, and the net of each token. */
export function ValueFlowTable({ model }: { readonly model: TraceModel }) {
  const rows = valueFlow(model)
  const sum = rows.reduce((total, { net }) => total + net, 0n)
  const flow = assetFlow(model, useIdentities(tokenAccounts(model)))
  const sumOf = (jetton: string) =>
    [...flow.balances.values()].reduce((total, of) => total + (of.get(jetton) ?? 0n), 0n)
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
            {flow.jettons.map((jetton) => (
              <th key={jetton} scope="col" className={table.number}>
                <JettonHeading jetton={jetton} />
              </th>
            ))}
            {flow.items.size > 0 && <th scope="col">NFTs</th>}
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
              <AssetCells flow={flow} owner={typeof who === 'string' ? undefined : accountKey(who.raw)} />
            </tr>
          ))}
          {absentOwners(flow, rows).map((owner) => (
            <tr key={owner}>
              <th scope="row">
                <AccountLink address={owner} pictured />
              </th>
              {['in', 'out', 'fees', 'net'].map((column) => (
                <td key={column} className={classNames(table.number, table.quiet)}>
                  –
                </td>
              ))}
              <AssetCells flow={flow} owner={owner} />
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
            {flow.jettons.map((jetton) => (
              <td key={jetton} className={table.number}>
                <JettonNet jetton={jetton} value={sumOf(jetton)} />
              </td>
            ))}
            {flow.items.size > 0 && <td />}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
