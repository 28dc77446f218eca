import { Link } from '@tanstack/react-router'
import footer from './ListParts.module.css'
import { Pager } from './Pager.tsx'

type OffsetPagerProps = {
  readonly note: string
  readonly offset: number
  readonly limit: number
  readonly hasMore: boolean
  /** The page's other search parameters, which links between pages keep. */
  readonly search: Readonly<Record<string, string | undefined>>
}

/** Links between the pages of a list with offsets (`skip` in the URL). */
export function OffsetPager({ note, offset, limit, hasMore, search }: OffsetPagerProps) {
  if (offset === 0 && !hasMore) return null
  const at = (skip: number) => ({ ...search, skip: skip > 0 ? String(skip) : undefined })
  return (
    <footer className={footer.footer}>
      <span>{note}</span>
      <Pager
        newest={
          offset > 0 && (
            <Link to="." search={at(0)} resetScroll={false}>
              First page
            </Link>
          )
        }
        newer={
          offset > limit && (
            <Link to="." search={at(offset - limit)} resetScroll={false}>
              Previous page
            </Link>
          )
        }
        older={
          hasMore && (
            <Link to="." search={at(offset + limit)} resetScroll={false}>
              Next page
            </Link>
          )
        }
      />
    </footer>
  )
}
