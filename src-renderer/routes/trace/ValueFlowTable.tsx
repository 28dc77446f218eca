import { safeText } from '#shared/untrustedText.ts'
import { useIdentities } from '../../api/identityContext.tsx'
import { useNetwork } from '../../api/network.tsx'
import { AccountLink } from '../../components/AccountLink.tsx'
import { Amount } from '../../components/Amount.tsx'
import { classNames } from '../../components/classNames.ts'
import table from '../../components/Table.module.css'
import { JettonSymbol, UnitAmount, useJettonUnit } from '../../components/TokenAmount.tsx'
import { WholeNumber } from '../../components/WholeNumber.tsx'
import { accountKey } from '../../decode/accountKey.ts'
import { type AssetFlow, assetFlow, tokenAccounts } from '../../decode/assetFlow.ts'
import type { TraceModel } from '../../decode/traceModel.ts'
import { type FlowRow, valueFlow } from '../../decode/valueFlow.ts'
import { currencyTitle } from '../../format/amountTitle.ts'
import { COIN } from '../../format/coin.ts'
import { imitationOf } from '../../format/imitation.ts'
import { Letter } from './Letter.tsx'
import styles from './ValueFlowTable.module.css'

const MAX_SYMBOL = 12

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

/** Returns the accounts that gained or lost tokens and have no transaction in the trace. */
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

type JettonCellProps = {
  readonly jetton: string
  readonly value: bigint | undefined
  /** Leaves out an unchanged balance in narrow windows. */
  readonly hidesNone?: boolean
}

/** A change of a token. Narrow windows, where each row is a block of its own, show the symbol beside it. */
function JettonCell({ jetton, value, hidesNone = false }: JettonCellProps) {
  const { symbol } = useJettonUnit(jetton)
  const isMainnet = useNetwork().kind === 'mainnet'
  const { text } = safeText(symbol ?? '', MAX_SYMBOL)
  const isSuspect = imitationOf(symbol ?? '', { master: jetton, isMainnet }) !== undefined
  return (
    <td
      className={table.number}
      data-label={`${isSuspect ? '⚠ ' : ''}${text === '' ? 'jettons' : text}`}
      data-none={hidesNone && !value ? '' : undefined}
    >
      <JettonNet jetton={jetton} value={value} />
    </td>
  )
}

/** The tokens of a trace, and the numbers of its extra currencies. */
type Flow = AssetFlow & { readonly currencies: readonly number[] }

type CurrencyCellProps = { readonly id: number; readonly value: bigint; readonly hidesNone?: boolean }

/** A change of an extra currency, in the smallest unit. */
function CurrencyCell({ id, value, hidesNone = false }: CurrencyCellProps) {
  const sign = value > 0n ? '+' : '−'
  return (
    <td
      className={table.number}
      data-label={currencyName(id)}
      data-none={hidesNone && value === 0n ? '' : undefined}
    >
      {value === 0n ? (
        <span className={table.quiet}>–</span>
      ) : (
        <span className={styles.net} data-sign={sign} title={currencyTitle(value)}>
          {sign}
          <WholeNumber digits={`${value > 0n ? value : -value}`} />
        </span>
      )}
    </td>
  )
}

function currencyName(id: number): string {
  return `currency ${id}`
}

type AssetCellsProps = {
  readonly flow: Flow
  readonly owner: string | undefined
  /** Changes of extra currencies. */
  readonly changes?: FlowRow['currencies']
}

/** The cells with an account's change of each extra currency and token. */
function AssetCells({ flow, owner, changes }: AssetCellsProps) {
  const balances = owner === undefined ? undefined : flow.balances.get(owner)
  const items = (owner === undefined ? undefined : flow.items.get(owner)) ?? []
  return (
    <>
      {flow.currencies.map((id) => (
        <CurrencyCell key={id} id={id} value={changes?.get(id) ?? 0n} hidesNone />
      ))}
      {flow.jettons.map((jetton) => (
        <JettonCell key={jetton} jetton={jetton} value={balances?.get(jetton)} hidesNone />
      ))}
      {flow.items.size > 0 && (
        <td className={styles.items} data-none={items.length > 0 ? undefined : ''}>
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

const COIN_COLUMNS = ['In', 'Out', 'Fees', 'Net'] as const
const NET = `Net, ${COIN}`

function Head({ flow }: Pick<AssetCellsProps, 'flow'>) {
  return (
    <thead>
      <tr>
        <th scope="col">Account</th>
        {COIN_COLUMNS.map((name) => (
          <th key={name} scope="col" className={table.number}>
            {name}, {COIN}
          </th>
        ))}
        {flow.currencies.map((id) => (
          <th key={id} scope="col" className={table.number} title="In the smallest unit">
            {currencyName(id)}
          </th>
        ))}
        {flow.jettons.map((jetton) => (
          <th key={jetton} scope="col" className={table.number}>
            <JettonHeading jetton={jetton} />
          </th>
        ))}
        {flow.items.size > 0 && <th scope="col">NFTs</th>}
      </tr>
    </thead>
  )
}

type RowProps = Pick<AssetCellsProps, 'flow'> & { readonly row: FlowRow }

function Row({ flow, row: { who, received, sent, fees, net, currencies } }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <Who who={who} />
      </th>
      {[received, sent, fees].map((value, i) => (
        <td
          key={COIN_COLUMNS[i]}
          className={table.number}
          data-label={`${COIN_COLUMNS[i]}, ${COIN}`}
          data-none={value === 0n ? '' : undefined}
        >
          <Quantity value={value} />
        </td>
      ))}
      <td className={table.number} data-label={NET}>
        <Net value={net} />
      </td>
      <AssetCells
        flow={flow}
        owner={typeof who === 'string' ? undefined : accountKey(who.raw)}
        changes={currencies}
      />
    </tr>
  )
}

/** The row of an account with changes of tokens only. */
function AbsentRow({ flow, owner }: Pick<AssetCellsProps, 'flow'> & { readonly owner: string }) {
  return (
    <tr>
      <th scope="row">
        <AccountLink address={owner} pictured />
      </th>
      {COIN_COLUMNS.map((name) => (
        <td key={name} className={classNames(table.number, table.quiet)} data-none="">
          –
        </td>
      ))}
      <AssetCells flow={flow} owner={owner} />
    </tr>
  )
}

function Sums({ flow, rows }: Pick<AssetCellsProps, 'flow'> & { readonly rows: readonly FlowRow[] }) {
  const sumOfCurrency = (id: number) =>
    rows.reduce((total, { currencies }) => total + (currencies.get(id) ?? 0n), 0n)
  const sumOf = (jetton: string) =>
    [...flow.balances.values()].reduce((total, of) => total + (of.get(jetton) ?? 0n), 0n)
  return (
    <tfoot>
      <tr>
        <th scope="row">Sum</th>
        <td colSpan={3} data-none="" />
        <td className={table.number} data-label={NET}>
          <Net value={rows.reduce((total, { net }) => total + net, 0n)} />
        </td>
        {flow.currencies.map((id) => (
          <CurrencyCell key={id} id={id} value={sumOfCurrency(id)} />
        ))}
        {flow.jettons.map((jetton) => (
          <JettonCell key={jetton} jetton={jetton} value={sumOf(jetton)} />
        ))}
        {flow.items.size > 0 && <td data-none="" />}
      </tr>
    </tfoot>
  )
}

/** The coins that each account received, sent and paid, and the net change of each token. */
export function ValueFlowTable({ model }: { readonly model: TraceModel }) {
  const rows = valueFlow(model)
  const currencies = [...new Set(rows.flatMap((row) => [...row.currencies.keys()]))]
  const flow = { ...assetFlow(model, useIdentities(tokenAccounts(model))), currencies }
  return (
    <div className={table.scroll}>
      <table className={classNames(table.table, styles.flow)}>
        <Head flow={flow} />
        <tbody>
          {rows.map((row) => (
            <Row key={typeof row.who === 'string' ? row.who : row.who.raw} flow={flow} row={row} />
          ))}
          {absentOwners(flow, rows).map((owner) => (
            <AbsentRow key={owner} flow={flow} owner={owner} />
          ))}
        </tbody>
        <Sums flow={flow} rows={rows} />
      </table>
    </div>
  )
}
