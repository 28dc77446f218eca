import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { librariesQuery } from '../../api/accounts.ts'
import { useNetwork } from '../../api/network.tsx'
import { CellCard } from '../../components/CellCard.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RawView } from '../../components/RawView.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { base64OfHex } from '../../format/hexOfBase64.ts'
import { shortHash } from '../../format/shorten.ts'
import { NotReadable } from '../NotFoundPage.tsx'
import styles from './LibraryPage.module.css'

const route = getRouteApi('/library/$hash')

/** A public library: code to which accounts refer by its hash. */
export function LibraryPage() {
  const { hash } = route.useParams()
  return /^[0-9a-f]{64}$/.test(hash) ? (
    <Library hash={hash} />
  ) : (
    <NotReadable
      title="This is not a library hash"
      sentence="The hash of a library has 64 hexadecimal digits."
    />
  )
}

function Library({ hash }: { readonly hash: string }) {
  const { data, error, isError, refetch } = useQuery(librariesQuery(useNetwork(), base64OfHex(hash)))
  const entry = data?.result.result[0]
  return (
    <>
      <title>{`Library ${shortHash(hash)} · Tonscope`}</title>
      <PageHeader title="Public library" note={<code>{shortHash(hash)}</code>} />
      {isError ? (
        <Panel title="Content" flush>
          <ErrorState error={error} what="the library" onRetry={() => refetch()} />
        </Panel>
      ) : !data ? (
        <Skeleton width="100%" height={160} />
      ) : entry ? (
        <div className={styles.parts}>
          <CellCard title="Content" boc={entry.data} empty="" />
          <Panel title="Raw" flush>
            <RawView answers={[data]} />
          </Panel>
        </div>
      ) : (
        <Panel title="Content" flush>
          <EmptyState>No public library has this hash.</EmptyState>
        </Panel>
      )}
    </>
  )
}
