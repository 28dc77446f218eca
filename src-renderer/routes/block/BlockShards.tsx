import { useQuery } from '@tanstack/react-query'
import { type BlockId, blockIdOf, isMasterchain, masterchainBlockId } from '../../api/blockId.ts'
import { masterSummaryQuery, shardBlockProofQuery, shardsQuery } from '../../api/blocks.ts'
import { useNetwork } from '../../api/network.tsx'
import { Figure } from '../../components/Amount.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { ShardMap } from '../../components/ShardMap.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import table from '../../components/Table.module.css'
import { formatShard } from '../../format/shardText.ts'
import styles from './BlockShards.module.css'

/** The shards after a masterchain block. For a shard block, its neighbours at the time of its commitment. */
export function BlockShards({ blockId }: { readonly blockId: BlockId }) {
  const network = useNetwork()
  const proof = useQuery({ ...shardBlockProofQuery(network, blockId), enabled: !isMasterchain(blockId) })
  const master = isMasterchain(blockId) ? blockId : proof.data && blockIdOf(proof.data.result.mc_id)
  const shards = useQuery({ ...shardsQuery(network, master?.seqno ?? 1), enabled: master !== undefined })
  const failed = [proof, shards].find(({ isError }) => isError)
  if (failed) return <ErrorState error={failed.error} what="the shards" onRetry={() => failed.refetch()} />
  if (!master || !shards.data) {
    return (
      <div className={styles.map}>
        <Skeleton width="100%" height={92} />
      </div>
    )
  }
  return (
    <>
      <div className={styles.map}>
        {!isMasterchain(blockId) && (
          <p className={styles.note}>
            Neighbours at masterchain block <Figure value={master.seqno} />, which committed this block.
          </p>
        )}
        <ShardMap
          master={masterchainBlockId(master.seqno)}
          shards={shards.data.result.shards.map(blockIdOf)}
          current={blockId}
        />
      </div>
      {isMasterchain(blockId) && <AddedBlocks seqno={blockId.seqno} />}
    </>
  )
}

/** The shard blocks that this masterchain block committed. */
function AddedBlocks({ seqno }: { readonly seqno: number }) {
  const summary = useQuery(masterSummaryQuery(useNetwork(), seqno))
  if (summary.isError) {
    return <ErrorState error={summary.error} what="the shard blocks" onRetry={() => summary.refetch()} />
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
        {added.map(({ blockId, transactions, more }) => (
          <tr key={`${blockId.shard}:${blockId.seqno}`}>
            <th scope="row">
              <BlockLink blockId={blockId} short />
            </th>
            <td>
              <code>{formatShard(blockId)}</code>
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
