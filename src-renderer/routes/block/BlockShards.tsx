import { useQuery } from '@tanstack/react-query'
import { type BlockPlace, isMaster, masterPlace, placeOf } from '../../api/blockPlace.ts'
import { masterSummaryQuery, shardBlockProofQuery, shardsQuery } from '../../api/blocks.ts'
import { useNetwork } from '../../api/network.tsx'
import { Figure } from '../../components/Amount.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { ShardMap } from '../../components/ShardMap.tsx'
import { formatShard } from '../../components/shardText.ts'
import { Bone, Failed } from '../../components/states.tsx'
import table from '../../components/Table.module.css'
import styles from './BlockShards.module.css'

/** The shards after a masterchain block; for a shard block, its neighbours at the moment of its commitment. */
export function BlockShards({ place }: { readonly place: BlockPlace }) {
  const network = useNetwork()
  const proof = useQuery({ ...shardBlockProofQuery(network, place), enabled: !isMaster(place) })
  const master = isMaster(place) ? place : proof.data && placeOf(proof.data.result.mc_id)
  const shards = useQuery({ ...shardsQuery(network, master?.seqno ?? 1), enabled: master !== undefined })
  const failed = [proof, shards].find(({ isError }) => isError)
  if (failed) return <Failed error={failed.error} what="the shards" onRetry={() => failed.refetch()} />
  if (!master || !shards.data) {
    return (
      <div className={styles.map}>
        <Bone width="100%" height={92} />
      </div>
    )
  }
  return (
    <>
      <div className={styles.map}>
        {!isMaster(place) && (
          <p className={styles.note}>
            Neighbours at masterchain block <Figure value={master.seqno} />, which committed this block.
          </p>
        )}
        <ShardMap
          master={masterPlace(master.seqno)}
          shards={shards.data.result.shards.map(placeOf)}
          current={place}
        />
      </div>
      {isMaster(place) && <AddedBlocks seqno={place.seqno} />}
    </>
  )
}

/** Which shard blocks came with this masterchain block. */
function AddedBlocks({ seqno }: { readonly seqno: number }) {
  const summary = useQuery(masterSummaryQuery(useNetwork(), seqno))
  if (summary.isError) {
    return <Failed error={summary.error} what="the shard blocks" onRetry={() => summary.refetch()} />
  }
  const added = summary.data?.blocks.slice(1) ?? []
  if (!summary.data || added.length === 0) return null
  return (
    <table className={table.table}>
      <caption className={styles.caption}>Shard blocks committed by this block</caption>
      <thead>
        <tr>
          <th scope="col">Block</th>
          <th scope="col">Shard</th>
          <th scope="col" className={table.number}>
            Transactions
          </th>
        </tr>
      </thead>
      <tbody>
        {added.map(({ place, transactions, more }) => (
          <tr key={`${place.shard}:${place.seqno}`}>
            <th scope="row">
              <BlockLink place={place} short />
            </th>
            <td>
              <code>{formatShard(place)}</code>
            </td>
            <td className={table.number}>
              <Figure value={transactions} />
              {more && '+'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
