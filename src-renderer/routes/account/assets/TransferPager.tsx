import { Link } from '@tanstack/react-router'
import { nextKey, type PageKey } from '../../../api/pageKey.ts'
import footer from '../../../components/ListParts.module.css'
import { Pager } from '../../../components/Pager.tsx'

/** Returns the page's key from the URL. */
export function keyOf(at: string | undefined, skip: string | undefined): PageKey | undefined {
  return at === undefined ? undefined : { at, skip: Number(skip ?? 0) }
}

type TransferPagerProps = {
  readonly current: PageKey | undefined
  /** Logical times of the rows on the page. */
  readonly times: readonly string[]
  readonly hasMore: boolean
  readonly search: Readonly<Record<string, string | undefined>>
}

/** Links between pages of transfers, by their logical times. */
export function TransferPager({ current, times, hasMore, search }: TransferPagerProps) {
  const next = hasMore ? nextKey(times, current) : undefined
  if (!current && !next) return null
  return (
    <footer className={footer.footer}>
      <span>Newest first</span>
      <Pager
        newest={
          current && (
            <Link to="." search={search} resetScroll={false}>
              Newest
            </Link>
          )
        }
        older={
          next && (
            <Link to="." search={{ ...search, at: next.at, skip: String(next.skip) }} resetScroll={false}>
              Older
            </Link>
          )
        }
      />
    </footer>
  )
}
