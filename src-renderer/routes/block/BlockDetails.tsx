import { useQuery } from '@tanstack/react-query'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { type BlockId, blockIdOf, isMasterchain, masterchainBlockId } from '../../api/blockId.ts'
import { shardBlockProofQuery } from '../../api/blocks.ts'
import { useNetwork } from '../../api/network.tsx'
import { Age } from '../../components/Age.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { type DescriptionItem, DescriptionList } from '../../components/DescriptionList.tsx'
import { HashText } from '../../components/HashText.tsx'
import { Skeleton } from '../../components/states.tsx'
import { formatMoment } from '../../format/age.ts'
import { formatShard } from '../../format/shardText.ts'
import styles from './BlockDetails.module.css'

export type HeaderJson = V2Result<'getBlockHeader'>

const LOADING: readonly DescriptionItem[] = [
  'Created',
  'Root hash',
  'File hash',
  'Previous',
  'Logical time',
  'Shard',
].map((name) => ({ name, value: <Skeleton width={120} /> }))

/** The masterchain block that committed this shard block, according to its proof. */
function CommittedIn({ blockId }: { readonly blockId: BlockId }) {
  const { data, isError } = useQuery(shardBlockProofQuery(useNetwork(), blockId))
  if (isError) return 'not available'
  return data ? <BlockLink blockId={blockIdOf(data.result.mc_id)} /> : <Skeleton width={48} />
}

function flagsOf(header: HeaderJson): string {
  const flags = [
    header.after_split && 'after split',
    header.after_merge && 'after merge',
    header.before_split && 'before split',
    header.want_split && 'split requested',
    header.want_merge && 'merge requested',
  ].filter(Boolean)
  return flags.length > 0 ? flags.join(', ') : 'none'
}

function factsOf(blockId: BlockId, header: HeaderJson): (DescriptionItem | false)[] {
  return [
    {
      name: 'Created',
      value: (
        <>
          {formatMoment(header.gen_utime)}
          <CreatedAgo utime={header.gen_utime} />
        </>
      ),
    },
    { name: 'Root hash', value: <HashText hash={header.id.root_hash} what="root hash" /> },
    { name: 'File hash', value: <HashText hash={header.id.file_hash} what="file hash" /> },
    {
      name: header.prev_blocks.length > 1 ? 'Previous (merged)' : 'Previous',
      value: header.prev_blocks.map((id) => <BlockLink key={id.root_hash} blockId={blockIdOf(id)} />),
    },
    !isMasterchain(blockId) && {
      name: 'Committed in masterchain block',
      hint: 'From the proof that this block belongs to the chain',
      value: <CommittedIn blockId={blockId} />,
    },
    {
      name: 'Logical time',
      hint: 'From start_lt to end_lt',
      value: `${header.start_lt} – ${header.end_lt}`,
    },
    !isMasterchain(blockId) && { name: 'Shard', value: <code>{formatShard(blockId)}</code> },
    {
      name: 'Split and merge',
      value: flagsOf(header),
    },
    {
      name: 'Minimum masterchain reference',
      hint: 'min_ref_mc_seqno: the oldest masterchain block that the state still refers to',
      value: <MasterReference seqno={header.min_ref_mc_seqno} />,
    },
    isMasterchain(blockId) && {
      name: 'Previous key block',
      value: <MasterReference seqno={header.prev_key_block_seqno} />,
    },
    {
      name: 'Validator set',
      hint: 'Catchain seqno and the short hash of the validator list',
      value: `${header.catchain_seqno} · ${(header.validator_list_hash_short >>> 0).toString(16).padStart(8, '0')}`,
    },
    { name: 'Global id', value: header.global_id },
  ]
}

function CreatedAgo({ utime }: { readonly utime: number }) {
  return useNetwork().recorded ? null : (
    <span className={styles.quiet}>
      <Age utime={utime} long />
    </span>
  )
}

/** Block 0 is the zero state, which has no page. */
function MasterReference({ seqno }: { readonly seqno: number }) {
  return seqno > 0 ? <BlockLink blockId={masterchainBlockId(seqno)} /> : 'zero state'
}

export function BlockDetails({
  blockId,
  header,
}: {
  readonly blockId: BlockId
  readonly header: HeaderJson | undefined
}) {
  return (
    <section className={styles.facts} aria-label="Header">
      <DescriptionList items={header ? factsOf(blockId, header) : LOADING} />
    </section>
  )
}
