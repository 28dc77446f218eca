import { useQuery } from '@tanstack/react-query'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { type BlockPlace, isMaster, masterPlace, placeOf } from '../../api/blockPlace.ts'
import { shardBlockProofQuery } from '../../api/blocks.ts'
import { useNetwork } from '../../api/network.tsx'
import { Age } from '../../components/Age.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { type Fact, Facts } from '../../components/Facts.tsx'
import { HashText } from '../../components/HashText.tsx'
import { formatShard } from '../../components/shardText.ts'
import { Bone } from '../../components/states.tsx'
import { formatMoment } from '../../format/age.ts'
import styles from './BlockFacts.module.css'

export type HeaderJson = V2Result<'getBlockHeader'>

const LOADING: readonly Fact[] = [
  'Created',
  'Root hash',
  'File hash',
  'Previous',
  'Logical time',
  'Shard',
].map((name) => ({ name, value: <Bone width={120} /> }))

/** The masterchain block that took this shard block in, as its proof says. */
function CommittedIn({ place }: { readonly place: BlockPlace }) {
  const { data, isError } = useQuery(shardBlockProofQuery(useNetwork(), place))
  if (isError) return 'not available'
  return data ? <BlockLink place={placeOf(data.result.mc_id)} /> : <Bone width={48} />
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

function factsOf(place: BlockPlace, header: HeaderJson): (Fact | false)[] {
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
      value: header.prev_blocks.map((id) => <BlockLink key={id.root_hash} place={placeOf(id)} />),
    },
    !isMaster(place) && {
      name: 'Committed in masterchain block',
      hint: 'From the proof that this block belongs to the chain',
      value: <CommittedIn place={place} />,
    },
    {
      name: 'Logical time',
      hint: 'From start_lt to end_lt',
      value: `${header.start_lt} – ${header.end_lt}`,
    },
    !isMaster(place) && { name: 'Shard', value: <code>{formatShard(place)}</code> },
    {
      name: 'Split and merge',
      value: flagsOf(header),
    },
    {
      name: 'Minimum masterchain reference',
      hint: 'min_ref_mc_seqno: the oldest masterchain block that the state still refers to',
      value: <MasterReference seqno={header.min_ref_mc_seqno} />,
    },
    isMaster(place) && {
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

/** Block 0 is the zero state, which is no block to open. */
function MasterReference({ seqno }: { readonly seqno: number }) {
  return seqno > 0 ? <BlockLink place={masterPlace(seqno)} /> : 'zero state'
}

export function BlockFacts({
  place,
  header,
}: {
  readonly place: BlockPlace
  readonly header: HeaderJson | undefined
}) {
  return (
    <section className={styles.facts} aria-label="Header">
      <Facts facts={header ? factsOf(place, header) : LOADING} />
    </section>
  )
}
