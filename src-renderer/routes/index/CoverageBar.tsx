import type { IndexStatus, SeqnoRange } from '#shared/schema/indexer.ts'
import { masterchainBlockId } from '../../api/blockId.ts'
import { Figure } from '../../components/Amount.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { blocksIn, isWhole } from '../../format/coverage.ts'
import styles from './IndexPage.module.css'

/** Maximum number of ranges in the list. The bar has all of them. */
const LISTED = 12

type CoverageBarProps = { readonly status: IndexStatus; readonly head: number | undefined }

function percent(part: number, whole: number): string {
  return `${(100 * part) / Math.max(1, whole)}%`
}

function shareText(done: number, whole: number): string {
  if (done >= whole) return '100 %'
  const share = (100 * done) / whole
  return share < 0.01 ? 'less than 0.01 %' : `${share.toFixed(share < 10 ? 2 : 1)} %`
}

function Range({ first, last }: SeqnoRange) {
  return (
    <li className={styles.range}>
      <BlockLink blockId={masterchainBlockId(first)} />
      {last > first && (
        <>
          – <BlockLink blockId={masterchainBlockId(last)} />
        </>
      )}
      <span className={styles.quiet}>
        <Figure value={last - first + 1} /> {last === first ? 'block' : 'blocks'}
      </span>
    </li>
  )
}

/** The indexed masterchain blocks, from the first one to the newest. */
export function CoverageBar({ status, head }: CoverageBarProps) {
  const { coverage } = status
  const newest = Math.max(head ?? 0, coverage.at(-1)?.last ?? 0)
  const done = blocksIn(coverage)
  const listed = coverage.slice(-LISTED).reverse()
  return (
    <div className={styles.coverage}>
      <p className={styles.figure}>
        {coverage.length === 0 ? (
          'Nothing is indexed yet'
        ) : isWhole(status) ? (
          <>
            All <Figure value={newest} /> masterchain blocks, with their shards
          </>
        ) : (
          <>
            <Figure value={done} /> of <Figure value={newest} /> masterchain blocks, with their shards
          </>
        )}
      </p>
      <div
        className={styles.bar}
        role="img"
        aria-label={`${shareText(done, newest)} of the chain is indexed, in ${coverage.length} ${coverage.length === 1 ? 'range' : 'ranges'}`}
      >
        {coverage.map(({ first, last }) => (
          <span
            key={first}
            className={styles.covered}
            title={`${first}–${last}`}
            style={{ left: percent(first - 1, newest), width: percent(last - first + 1, newest) }}
          />
        ))}
      </div>
      <p className={styles.scale}>
        <span>1</span>
        <span>{newest > 0 && shareText(done, newest)}</span>
        <span>
          <Figure value={newest} />
        </span>
      </p>
      {listed.length > 1 && (
        <ul className={styles.ranges}>
          {listed.map((range) => (
            <Range key={range.first} {...range} />
          ))}
          {coverage.length > LISTED && (
            <li className={styles.quiet}>and {coverage.length - LISTED} older ranges</li>
          )}
        </ul>
      )}
      {coverage.length === 0 && (
        <p className={styles.hint}>
          Pages of transactions, messages and traces fetch missing data from liteservers. Follow the chain, or
          index older blocks, to have the data without a network.
        </p>
      )}
    </div>
  )
}
