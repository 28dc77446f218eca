import { safeText } from '#shared/untrustedText.ts'
import { useIdentity } from '../api/identityContext.tsx'
import { useNetwork } from '../api/network.tsx'
import { hasKnownDecimals, tokenOf, tokenWords } from '../decode/tokenInfo.ts'
import { amountTitle, isCutAmount, MAX_FRACTION } from '../format/amountTitle.ts'
import { imitationOf } from '../format/imitation.ts'
import { isLong } from '../format/longNumber.ts'
import { splitUnits } from '../format/units.ts'
import { ImitationSign } from './AccountName.tsx'
import { AccountPageLink } from './AccountPageLink.tsx'
import styles from './TokenAmount.module.css'
import { WholeNumber } from './WholeNumber.tsx'

const MAX_SYMBOL = 12

/** The unit of a jetton's amounts. */
export type JettonUnit = {
  /** Raw address of the master. */
  readonly jetton: string
  readonly symbol: string | undefined
  /** Undefined if unknown; amounts are then in the smallest unit. */
  readonly decimals: number | undefined
}

/** Returns the unit of a jetton's amounts from its metadata. */
export function useJettonUnit(jetton: string): JettonUnit {
  const { identity } = useIdentity(jetton)
  const info = tokenOf(identity, 'jetton_masters')
  const { symbol, decimals } = tokenWords(info)
  return { jetton, symbol, decimals: hasKnownDecimals(info) ? decimals : undefined }
}

/** The symbol of a jetton as a link to its page, with a warning if it imitates another one. */
export function JettonSymbol({ unit, here = false }: { readonly unit: JettonUnit; readonly here?: boolean }) {
  const { kind } = useNetwork()
  const { jetton, symbol } = unit
  const { text } = safeText(symbol ?? '', MAX_SYMBOL)
  const imitation = imitationOf(symbol ?? '', { master: jetton, isMainnet: kind === 'mainnet' })
  const words = <bdi>{text === '' ? 'jettons' : text}</bdi>
  return (
    <span className={styles.symbol}>
      {imitation && <ImitationSign imitation={imitation} />}
      {here ? words : <AccountPageLink address={jetton}>{words}</AccountPageLink>}
    </span>
  )
}

type UnitAmountProps = {
  /** Value in the smallest unit. */
  readonly value: bigint
  readonly unit: JettonUnit
  readonly sign?: '+' | '−' | undefined
  /** Omits the symbol. */
  readonly bare?: boolean
  /** True on the jetton's own page, where its symbol is not linked. */
  readonly here?: boolean
}

/** An amount of a jetton; the tooltip has all digits of one that is cut or rounded. */
export function UnitAmount({ value, unit, sign, bare = false, here = false }: UnitAmountProps) {
  const { decimals } = unit
  const { whole, fraction } = splitUnits(value, decimals ?? 0)
  const isCut = isCutAmount(value, decimals ?? 0)
  return (
    <span className={styles.amount} title={amountTitle(value, decimals)}>
      <span className={styles.number}>
        {sign ?? (value < 0n ? '−' : undefined)}
        <WholeNumber digits={whole} hasMore={fraction !== ''} />
        {fraction !== '' && !isLong(whole) && (
          <span data-part="fraction">
            .{fraction.slice(0, MAX_FRACTION)}
            {isCut && '…'}
          </span>
        )}
      </span>
      {decimals === undefined && <span className={styles.units}> units</span>}
      {!bare && (
        <>
          {' '}
          <JettonSymbol unit={unit} here={here} />
        </>
      )}
    </span>
  )
}

type TokenAmountProps = Omit<UnitAmountProps, 'unit'> & {
  /** Raw address of the master. */
  readonly jetton: string
}

/** An exact amount of a jetton, whose decimals and symbol are looked up by its master. */
export function TokenAmount({ jetton, ...rest }: TokenAmountProps) {
  const unit = useJettonUnit(jetton)
  return <UnitAmount unit={unit} {...rest} />
}
