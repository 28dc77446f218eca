import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { isShard } from '#shared/ton/shard.ts'
import { type BlockId, blockIdKey, isMasterchain } from '../../api/blockId.ts'
import { blockHeaderQuery, shardsQuery, signaturesQuery, transactionIdsQuery } from '../../api/blocks.ts'
import { useHead, useNetwork } from '../../api/network.tsx'
import type { Answer } from '../../api/request.ts'
import { Figure } from '../../components/Amount.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { RawView } from '../../components/RawView.tsx'
import { ErrorState, LoadingText, NotAvailable, SkeletonRows } from '../../components/states.tsx'
import { type Tab, Tabs } from '../../components/Tabs.tsx'
import { hexOfBase64 } from '../../format/hexOfBase64.ts'
import { formatBlockId, workchainName } from '../../format/shardText.ts'
import { NotReadable } from '../NotFoundPage.tsx'
import type { BlockTab } from '../searchParams.ts'
import { BlockDetails, type HeaderJson } from './BlockDetails.tsx'
import styles from './BlockPage.module.css'
import { BlockShards } from './BlockShards.tsx'
import { BlockSignatures } from './BlockSignatures.tsx'
import { BlockSteps } from './BlockSteps.tsx'
import { BlockTransactions } from './BlockTransactions.tsx'

const route = getRouteApi('/block/$workchain/$shard/$seqno')

function readBlockId(params: { workchain: string; shard: string; seqno: string }): BlockId | undefined {
  if (!/^-?\d{1,10}$/.test(params.workchain) || !/^\d{1,10}$/.test(params.seqno)) return undefined
  if (!/^[0-9a-f]{16}$/i.test(params.shard)) return undefined
  const shard = BigInt(`0x${params.shard}`)
  const place = { workchain: Number(params.workchain), shard, seqno: Number(params.seqno) }
  return isShard(shard) && place.seqno > 0 ? place : undefined
}

export function BlockPage() {
  const blockId = readBlockId(route.useParams())
  return blockId ? (
    <Block key={blockIdKey(blockId)} blockId={blockId} />
  ) : (
    <NotReadable
      title="This is not a block ID"
      sentence="A block ID has a workchain, a shard in 16 hexadecimal digits, and a seqno: /block/-1/8000000000000000/1."
    />
  )
}

function blockTitle(blockId: BlockId): string {
  const name = workchainName(blockId.workchain)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} block`
}

/** A note that the block has other hashes than the full block id that was searched for. */
function ForeignHashes({ rootHash }: { readonly rootHash: string }) {
  const { root_hash } = route.useSearch()
  if (root_hash === undefined || root_hash === hexOfBase64(rootHash)) return null
  return (
    <p className={styles.foreign} role="status">
      The root hash in the link is not the one of this block. The link is for another network, or for a block
      that was never accepted.
    </p>
  )
}

function Block({ blockId }: { readonly blockId: BlockId }) {
  const network = useNetwork()
  const head = useHead()
  const header = useQuery(blockHeaderQuery(network, blockId))
  const id = formatBlockId(blockId)
  const beyond = isMasterchain(blockId) && head !== undefined && blockId.seqno > head.seqno
  return (
    <>
      <title>{`Block ${blockId.seqno} · ${id} · Tonscope`}</title>
      <PageHeader
        title={
          <>
            {blockTitle(blockId)} <Figure value={blockId.seqno} />
          </>
        }
        chips={header.data?.result.is_key_block && <Chip tone="warn">key block</Chip>}
        note={
          <span className={styles.id}>
            <code>{id}</code>
            <CopyButton text={id} what="block id" />
          </span>
        }
        actions={<BlockSteps blockId={blockId} header={header.data?.result} />}
      />
      {beyond && header.isError ? (
        <NotAvailable>
          {network.recorded
            ? `The recording ends at masterchain block ${head.seqno}.`
            : `This block does not exist yet: the latest masterchain block is ${head.seqno}.`}
        </NotAvailable>
      ) : header.isError ? (
        <div className={styles.panel}>
          <ErrorState error={header.error} what={`block ${id}`} onRetry={() => header.refetch()} />
        </div>
      ) : (
        <>
          {header.data && <ForeignHashes rootHash={header.data.result.id.root_hash} />}
          <BlockDetails blockId={blockId} header={header.data?.result} />
          {header.data ? (
            <BlockTabs blockId={blockId} header={header.data} />
          ) : (
            <div className={styles.panel}>
              <LoadingText what="the block" />
              <SkeletonRows rows={8} columns={5} />
            </div>
          )}
        </>
      )}
    </>
  )
}

function BlockTabs({ blockId, header }: { readonly blockId: BlockId; readonly header: Answer<HeaderJson> }) {
  const network = useNetwork()
  const navigate = useNavigate()
  const search = route.useSearch()
  const master = isMasterchain(blockId)
  const ids = useQuery(transactionIdsQuery(network, blockId))
  const shards = useQuery({ ...shardsQuery(network, blockId.seqno), enabled: master })
  const signatures = useQuery({
    ...signaturesQuery(network, blockId.seqno),
    enabled: master && blockId.seqno > 1,
  })
  const tabs: Tab<BlockTab>[] = [
    {
      name: 'transactions',
      label: 'Transactions',
      count: ids.data && `${ids.data.result.transactions.length}${ids.data.result.incomplete ? '+' : ''}`,
      content: <BlockTransactions blockId={blockId} />,
    },
  ]
  tabs.push({
    name: 'shards',
    label: 'Shards',
    count: master ? shards.data?.result.shards.length : undefined,
    content: <BlockShards blockId={blockId} />,
  })
  if (master && blockId.seqno > 1) {
    tabs.push({
      name: 'signatures',
      label: 'Signatures',
      count: signatures.data?.result.signatures.length,
      content: <BlockSignatures seqno={blockId.seqno} />,
    })
  }
  tabs.push({ name: 'raw', label: 'Raw', content: <RawView answers={[header]} /> })
  return (
    <Tabs
      label="Block sections"
      tabs={tabs}
      current={search.tab ?? 'transactions'}
      onChange={(tab) =>
        navigate({
          to: '.',
          search: { ...search, tab: tab === 'transactions' ? undefined : tab },
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
