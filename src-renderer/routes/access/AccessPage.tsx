import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AddedKey } from '#shared/schema/access.ts'
import { accessQuery } from '../../api/access.ts'
import { ApiFailure } from '../../api/apiFailure.ts'
import { base } from '../../api/base.ts'
import { useNetworkState } from '../../api/network.tsx'
import { Button } from '../../components/Button.tsx'
import { Code } from '../../components/Code.tsx'
import { LastAction } from '../../components/LastAction.tsx'
import { Notice } from '../../components/Notice.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { ErrorState, NotAvailable, Skeleton } from '../../components/states.tsx'
import styles from './AccessPage.module.css'
import { AccessSwitch } from './AccessSwitch.tsx'
import { AddKey } from './AddKey.tsx'
import { KeyTable } from './KeyTable.tsx'
import { keySnippets } from './keySnippets.ts'
import { useAccessControl } from './useAccessControl.ts'

type FreshKeyProps = { readonly fresh: AddedKey; readonly onKept: () => void }

/** A new key, which is shown only once. */
function FreshKey({ fresh, onKept }: FreshKeyProps) {
  return (
    <Notice tone="warn" title={`Key ${fresh.added.name} created: it is shown only once`}>
      <p>Copy it now. Tonscope stores only its hash.</p>
      <div className={styles.fresh}>
        <Code text={fresh.key} what={`key ${fresh.added.name}`} />
        <Button onClick={onKept}>Done</Button>
      </div>
    </Notice>
  )
}

/** Returns whether the request was rejected because the window is on another machine. */
function isForeign(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 403
}

/** API keys and rate limits of this gateway. */
export function AccessPage() {
  const { status } = useNetworkState()
  const { data, error, isError, refetch } = useQuery(accessQuery)
  const control = useAccessControl()
  const [fresh, setFresh] = useState<AddedKey>()
  const v2 = status?.api.v2
  return (
    <>
      <title>API access · Tonscope</title>
      <PageHeader title="API access" note="API keys and request rates of this gateway" />
      {isError && !data ? (
        isForeign(error) ? (
          <NotAvailable>
            Access control can be viewed and changed only on the machine that runs the gateway: open this page
            there, or use <code>tonscope keys</code>.
          </NotAvailable>
        ) : (
          <Panel title="Access control" flush>
            <ErrorState error={error} what="access control" onRetry={() => refetch()} />
          </Panel>
        )
      ) : !data ? (
        <Skeleton width="100%" height={480} />
      ) : (
        <div className={styles.parts}>
          <AccessSwitch access={data} control={control} />
          <LastAction brief state={control.state} />
          {fresh && <FreshKey fresh={fresh} onKept={() => setFresh(undefined)} />}
          <AddKey access={data} control={control} onAdded={setFresh} />
          <KeyTable access={data} control={control} />
          {v2 !== undefined && (
            <Panel title="How a key is used" actions={<a href={base.at('/docs#keys')}>API reference</a>}>
              <div className={styles.snippets}>
                {keySnippets(v2, fresh?.key).map(({ name, code }) => (
                  <div key={name}>
                    <h3 className={styles.name}>{name}</h3>
                    <Code text={code} what={`${name} example`} />
                  </div>
                ))}
              </div>
              <p className={styles.hint}>
                Responses: 401 for an unknown key, 403 for a key of another network, 429 above the rate.
              </p>
            </Panel>
          )}
        </div>
      )}
    </>
  )
}
