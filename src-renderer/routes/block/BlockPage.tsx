import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { isShard } from '#shared/ton/shard.ts'
import { type BlockPlace, isMaster, placeKey } from '../../api/blockPlace.ts'
import { blockHeaderQuery, shardsQuery, signaturesQuery, transactionIdsQuery } from '../../api/blocks.ts'
import { useHead, useNetwork } from '../../api/network.tsx'
import type { Answer } from '../../api/request.ts'
import { Figure } from '../../components/Amount.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { hexOfBase64 } from '../../components/hexOfBase64.ts'
import { PageHeader } from '../../components/PageHeader.tsx'
import { RawView } from '../../components/RawView.tsx'
import { formatBlockId, workchainName } from '../../components/shardText.ts'
import { BoneRows, Failed, LoadingText, NotAvailable } from '../../components/states.tsx'
import { type Tab, Tabs } from '../../components/Tabs.tsx'
import { NotReadable } from '../NotFoundPage.tsx'
import type { BlockTab } from '../searchParams.ts'
import { BlockFacts, type HeaderJson } from './BlockFacts.tsx'
import styles from './BlockPage.module.css'
import { BlockShards } from './BlockShards.tsx'
import { BlockSignatures } from './BlockSignatures.tsx'
import { BlockSteps } from './BlockSteps.tsx'
import { BlockTransactions } from './BlockTransactions.tsx'

const route = getRouteApi('/block/$workchain/$shard/$seqno')

function readPlace(params: { workchain: string; shard: string; seqno: string }): BlockPlace | undefined {
  if (!/^-?\d{1,10}$/.test(params.workchain) || !/^\d{1,10}$/.test(params.seqno)) return undefined
  if (!/^[0-9a-f]{16}$/i.test(params.shard)) return undefined
  const shard = BigInt(`0x${params.shard}`)
  const place = { workchain: Number(params.workchain), shard, seqno: Number(params.seqno) }
  return isShard(shard) && place.seqno > 0 ? place : undefined
}

export function BlockPage() {
  const place = readPlace(route.useParams())
  return place ? (
    <Block key={placeKey(place)} place={place} />
  ) : (
    <NotReadable
      title="This is not a block ID"
      sentence="A block is named by its workchain, its shard in 16 hexadecimal digits, and its seqno: /block/-1/8000000000000000/1."
    />
  )
}

function blockTitle(place: BlockPlace): string {
  const name = workchainName(place.workchain)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} block`
}

/** A full block id was searched for, and the block of that seqno is another one. */
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

function Block({ place }: { readonly place: BlockPlace }) {
  const network = useNetwork()
  const head = useHead()
  const header = useQuery(blockHeaderQuery(network, place))
  const id = formatBlockId(place)
  const beyond = isMaster(place) && head !== undefined && place.seqno > head.seqno
  return (
    <>
      <title>{`Block ${place.seqno} · ${id} · Tonscope`}</title>
      <PageHeader
        title={
          <>
            {blockTitle(place)} <Figure value={place.seqno} />
          </>
        }
        chips={header.data?.result.is_key_block && <Chip tone="warn">key block</Chip>}
        note={
          <span className={styles.id}>
            <code>{id}</code>
            <CopyButton text={id} what="block id" />
          </span>
        }
        actions={<BlockSteps place={place} header={header.data?.result} />}
      />
      {beyond && header.isError ? (
        <NotAvailable>
          {network.recorded
            ? `The recording ends at masterchain block ${head.seqno}.`
            : `This block does not exist yet: the latest masterchain block is ${head.seqno}.`}
        </NotAvailable>
      ) : header.isError ? (
        <div className={styles.panel}>
          <Failed error={header.error} what={`block ${id}`} onRetry={() => header.refetch()} />
        </div>
      ) : (
        <>
          {header.data && <ForeignHashes rootHash={header.data.result.id.root_hash} />}
          <BlockFacts place={place} header={header.data?.result} />
          {header.data ? (
            <BlockTabs place={place} header={header.data} />
          ) : (
            <div className={styles.panel}>
              <LoadingText what="the block" />
              <BoneRows rows={8} columns={5} />
            </div>
          )}
        </>
      )}
    </>
  )
}

function BlockTabs({ place, header }: { readonly place: BlockPlace; readonly header: Answer<HeaderJson> }) {
  const network = useNetwork()
  const navigate = useNavigate()
  const search = route.useSearch()
  const master = isMaster(place)
  const ids = useQuery(transactionIdsQuery(network, place))
  const shards = useQuery({ ...shardsQuery(network, place.seqno), enabled: master })
  const signatures = useQuery({
    ...signaturesQuery(network, place.seqno),
    enabled: master && place.seqno > 1,
  })
  const tabs: Tab<BlockTab>[] = [
    {
      name: 'transactions',
      label: 'Transactions',
      count: ids.data && `${ids.data.result.transactions.length}${ids.data.result.incomplete ? '+' : ''}`,
      content: <BlockTransactions place={place} />,
    },
  ]
  tabs.push({
    name: 'shards',
    label: 'Shards',
    count: master ? shards.data?.result.shards.length : undefined,
    content: <BlockShards place={place} />,
  })
  if (master && place.seqno > 1) {
    tabs.push({
      name: 'signatures',
      label: 'Signatures',
      count: signatures.data?.result.signatures.length,
      content: <BlockSignatures seqno={place.seqno} />,
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
