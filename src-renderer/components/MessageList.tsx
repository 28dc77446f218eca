import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type MessageFilter, messagesQuery } from '../api/indexedLists.ts'
import { useHead, useNetwork } from '../api/network.tsx'
import { nextKey, type PageKey } from '../api/pageKey.ts'
import type { IndexTarget } from '../format/findJob.ts'
import { useStableList } from '../hooks/useStableList.ts'
import footer from './ListParts.module.css'
import { MessageTable } from './MessageTable.tsx'
import { Unread } from './NotIndexed.tsx'
import { Pager } from './Pager.tsx'
import { EmptyState, LoadingText, SkeletonRows } from './states.tsx'

const PAGE = 25

type MessageListProps = {
  readonly filter: MessageFilter
  /** The start of the page, from the URL. */
  readonly at: string | undefined
  readonly skip: string | undefined
  /** The account of the messages. */
  readonly of?: string
  /** Shown if there are no messages. */
  readonly none: string
  readonly target: IndexTarget
  /** The page's other search parameters, which links between pages keep. */
  readonly search: Readonly<Record<string, string | undefined>>
}

/** A page of messages, newest first, with links to the other pages. */
export function MessageList({ filter, at, skip, of, none, target, search }: MessageListProps) {
  const key: PageKey | undefined =
    at === undefined && skip === undefined ? undefined : { at: at ?? '', skip: Number(skip ?? 0) }
  const { shown: head, handlers } = useStableList(useHead()?.seqno ?? 0)
  // An older page does not change with the head. One additional row shows whether there is another page.
  const query = messagesQuery(useNetwork(), filter, key, PAGE + 1, key ? 0 : head)
  const { data, error, isError, refetch } = useQuery(query)
  if (isError) return <Unread error={error} what="these messages" target={target} onRetry={() => refetch()} />
  if (!data) {
    return (
      <>
        <LoadingText what="messages" />
        <SkeletonRows rows={8} columns={5} />
      </>
    )
  }
  const all = data.result.messages
  const shown = all.slice(0, PAGE)
  if (shown.length === 0) return <EmptyState>{key ? 'No older messages.' : none}</EmptyState>
  const isCounted = filter.only_externals === true
  const next: PageKey | undefined =
    all.length <= PAGE
      ? undefined
      : isCounted
        ? { at: '', skip: (key?.skip ?? 0) + PAGE }
        : nextKey(
            shown.map(({ created_lt }) => created_lt ?? ''),
            key,
          )
  return (
    <div {...handlers}>
      <MessageTable messages={shown} book={data.result.address_book} {...(of !== undefined && { of })} />
      {(next || key) && (
        <footer className={footer.footer}>
          <span>{isCounted ? 'In no order: external messages have no time' : 'Newest first'}</span>
          <Pager
            newest={
              key && (
                <Link to="." search={search} resetScroll={false}>
                  {isCounted ? 'First page' : 'Newest'}
                </Link>
              )
            }
            older={
              next && (
                <Link
                  to="."
                  search={{ ...search, at: next.at === '' ? undefined : next.at, skip: String(next.skip) }}
                  resetScroll={false}
                >
                  {isCounted ? 'Next page' : 'Older'}
                </Link>
              )
            }
          />
        </footer>
      )}
    </div>
  )
}
