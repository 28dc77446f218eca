import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { type SyntheticEvent, useMemo, useState } from 'react'
import type { BlockJson } from '#shared/schema/v3/blocks.ts'
import { blockIdKey, indexedBlockId, isMasterchain } from '../../api/blockId.ts'
import { type BlockFilter, blocksListQuery } from '../../api/indexedLists.ts'
import { useHead, useNetwork } from '../../api/network.tsx'
import { nextKey, type PageKey } from '../../api/pageKey.ts'
import { Age, AgeHeading } from '../../components/Age.tsx'
import { Figure } from '../../components/Amount.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { Button } from '../../components/Button.tsx'
import { classNames } from '../../components/classNames.ts'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import filters from '../../components/Filters.module.css'
import { HashText } from '../../components/HashText.tsx'
import footer from '../../components/ListParts.module.css'
import { Unread } from '../../components/NotIndexed.tsx'
import { Pager } from '../../components/Pager.tsx'
import { EmptyState, LoadingText, SkeletonRows } from '../../components/states.tsx'
import table from '../../components/Table.module.css'
import { formatShard, workchainName } from '../../format/shardText.ts'
import { useStableList } from '../../hooks/useStableList.ts'
import { readLocalTime, writeLocalTime } from './localTime.ts'

const PAGE = 25
const route = getRouteApi('/blocks')

type Written = { readonly shard: string; readonly from: string; readonly to: string }

function shardFault(text: string): string | undefined {
  return text === '' || /^[0-9a-f]{1,16}$/i.test(text) ? undefined : 'Up to 16 hexadecimal digits'
}

function Filters() {
  const navigate = useNavigate()
  const { chain, shard, from, to } = route.useSearch()
  const [written, setWritten] = useState<Written>({
    shard: shard ?? '',
    from: writeLocalTime(from),
    to: writeLocalTime(to),
  })
  const fault = shardFault(written.shard.trim())
  const go = (search: object) =>
    navigate({ to: '.', search: { chain, ...search }, replace: true, resetScroll: false })
  const apply = (event: SyntheticEvent) => {
    event.preventDefault()
    if (fault !== undefined) return
    go({
      shard: written.shard.trim() || undefined,
      from: readLocalTime(written.from),
      to: readLocalTime(written.to),
    })
  }
  return (
    <form className={filters.filters} onSubmit={apply} noValidate aria-label="Filters">
      <Field label="Shard" fault={fault} className={filters.medium}>
        {(attributes) => (
          <input
            {...attributes}
            className={classNames(field.input, field.mono)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="8000000000000000"
            value={written.shard}
            onChange={(event) => setWritten({ ...written, shard: event.target.value })}
          />
        )}
      </Field>
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={name === 'from' ? 'Not before' : 'Not after'} className={filters.medium}>
          {(attributes) => (
            <input
              {...attributes}
              type="datetime-local"
              step="1"
              className={field.input}
              value={written[name]}
              onChange={(event) => setWritten({ ...written, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Button submit className={filters.apply} disabled={fault !== undefined}>
        Filter
      </Button>
      {[shard, from, to].some((value) => value !== undefined) && (
        <Button className={filters.apply} onClick={() => go({})}>
          Clear
        </Button>
      )}
    </form>
  )
}

function Row({ json }: { readonly json: BlockJson }) {
  const blockId = indexedBlockId(json)
  const committed = indexedBlockId(json.masterchain_block_ref)
  return (
    <tr>
      <th scope="row">
        <BlockLink blockId={blockId} short />
        {json.key_block && (
          <span className={table.quiet} title="Key block: the configuration changed">
            {' '}
            <KeyRound aria-hidden="true" size={13} strokeWidth={1.75} /> key
          </span>
        )}
      </th>
      <td>{isMasterchain(blockId) ? workchainName(-1) : <code>{formatShard(blockId)}</code>}</td>
      <td>
        {isMasterchain(blockId) ? <span className={table.quiet}>–</span> : <BlockLink blockId={committed} />}
      </td>
      <td className={table.wide}>
        <HashText hash={json.root_hash} what="root hash" />
      </td>
      <td className={classNames(table.number, json.tx_count === 0 && table.quiet)}>
        <Figure value={json.tx_count} />
      </td>
      <td className={classNames(table.number, table.quiet)}>
        <Age utime={Number(json.gen_utime)} />
      </td>
    </tr>
  )
}

/** Blocks of any chain with a form of filters. Both are created anew when the URL's filters change. */
export function BlockList() {
  const { chain, shard, from, to } = route.useSearch()
  return (
    <>
      <Filters key={`${shard} ${from} ${to}`} />
      <List key={`${chain} ${shard} ${from} ${to}`} />
    </>
  )
}

function BlockTable({ blocks }: { readonly blocks: readonly BlockJson[] }) {
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">Block</th>
          <th scope="col">Chain</th>
          <th scope="col">Committed in</th>
          <th scope="col" className={table.wide}>
            Root hash
          </th>
          <th scope="col" className={table.number}>
            Transactions
          </th>
          <th scope="col" className={table.number}>
            <AgeHeading />
          </th>
        </tr>
      </thead>
      <tbody>
        {blocks.map((json) => (
          <Row key={blockIdKey(indexedBlockId(json))} json={json} />
        ))}
      </tbody>
    </table>
  )
}

type FooterProps = { readonly isFirst: boolean; readonly next: PageKey | undefined }

function Footer({ isFirst, next }: FooterProps) {
  const { chain, shard, from, to } = route.useSearch()
  const search = { chain, shard, from, to }
  if (isFirst && !next) return null
  return (
    <footer className={footer.footer}>
      <span>Newest first</span>
      <Pager
        newest={
          !isFirst && (
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

/** A page of blocks of any chain, newest first, from the index. */
function List() {
  const { chain, shard, from, to, at, skip } = route.useSearch()
  const key: PageKey | undefined = at === undefined ? undefined : { at, skip: Number(skip ?? 0) }
  const filter = useMemo(
    (): BlockFilter => ({
      workchain: chain === undefined || chain === 'all' ? undefined : Number(chain),
      shard,
      start_utime: from,
      end_utime: to,
    }),
    [chain, shard, from, to],
  )
  const { shown: head, handlers } = useStableList(useHead()?.seqno ?? 0)
  const { data, error, isError, refetch } = useQuery(
    blocksListQuery(useNetwork(), filter, key, PAGE + 1, key ? 0 : head),
  )
  if (isError) {
    return <Unread error={error} what="these blocks" target={{ kind: 'lately' }} onRetry={() => refetch()} />
  }
  if (!data) {
    return (
      <>
        <LoadingText what="blocks" />
        <SkeletonRows rows={8} columns={5} />
      </>
    )
  }
  const { blocks } = data.result
  const shown = blocks.slice(0, PAGE)
  if (shown.length === 0) {
    return <EmptyState>{key ? 'No older blocks.' : 'No such block in the index.'}</EmptyState>
  }
  const times = shown.map(({ gen_utime }) => gen_utime)
  return (
    <div {...handlers}>
      <BlockTable blocks={shown} />
      <Footer isFirst={key === undefined} next={blocks.length > PAGE ? nextKey(times, key) : undefined} />
    </div>
  )
}
