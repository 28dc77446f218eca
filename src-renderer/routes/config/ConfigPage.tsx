import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ChainConfigJson, ConfigParamJson } from '#shared/schema/chainConfig.ts'
import { chainConfigQuery } from '../../api/chainConfig.ts'
import { useHead, useNetwork } from '../../api/network.tsx'
import { Notice } from '../../components/Notice.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { ErrorState, LoadingText, SkeletonRows } from '../../components/states.tsx'
import { CONFIG_GROUPS, configTitle } from '../../decode/configParams.ts'
import { readValidatorSet, VALIDATOR_SETS } from '../../decode/validatorSet.ts'
import styles from './ConfigPage.module.css'
import { type ConfigPair, ConfigParam, changeOf } from './ConfigParam.tsx'
import { SeqnoForm } from './SeqnoForm.tsx'
import { ValidatorTable } from './ValidatorTable.tsx'

const route = getRouteApi('/config')

function pairsOf(now: ChainConfigJson, earlier: ChainConfigJson | undefined): readonly ConfigPair[] {
  const pairs = new Map<number, ConfigPair>()
  for (const param of now.params) pairs.set(param.id, { id: param.id, now: param, earlier: undefined })
  for (const param of earlier?.params ?? []) {
    pairs.set(param.id, { id: param.id, now: pairs.get(param.id)?.now, earlier: param })
  }
  return [...pairs.values()]
}

function numberOf(seqno: string | undefined): number | undefined {
  return seqno === undefined ? undefined : Number(seqno)
}

/** The configuration of the network: of the newest block or an older one, alone or compared with another. */
export function ConfigPage() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const network = useNetwork()
  const head = useHead()
  const now = useQuery(chainConfigQuery(network, numberOf(search.seqno)))
  const other = useQuery({
    ...chainConfigQuery(network, numberOf(search.with)),
    enabled: search.with !== undefined,
  })
  const failed = now.isError ? now : other.isError ? other : undefined
  const earlier = search.with === undefined ? undefined : other.data
  const isLoading = !now.data || (search.with !== undefined && !earlier)
  return (
    <>
      <title>Configuration · Tonscope</title>
      <PageHeader title="Configuration" note="The parameters that validators have voted for" />
      <div className={styles.parts}>
        <Panel title="Block">
          <SeqnoForm
            key={`${search.seqno}-${search.with}`}
            blocks={search}
            head={head?.seqno}
            onChange={(blocks) => navigate({ to: '.', search: blocks })}
          />
        </Panel>
        {failed ? (
          <Panel title="Parameters" flush>
            <ErrorState error={failed.error} what="the configuration" onRetry={() => void failed.refetch()} />
          </Panel>
        ) : isLoading || !now.data ? (
          <Panel title="Parameters" flush>
            <LoadingText what="the configuration" />
            <SkeletonRows rows={8} columns={3} />
          </Panel>
        ) : (
          <Parameters now={now.data} earlier={earlier} />
        )}
      </div>
    </>
  )
}

type ParametersProps = {
  readonly now: ChainConfigJson
  readonly earlier: ChainConfigJson | undefined
}

function Parameters({ now, earlier }: ParametersProps) {
  const compared = earlier !== undefined
  const shown = useMemo(() => {
    const pairs = pairsOf(now, earlier)
    return compared ? pairs.filter((pair) => changeOf(pair) !== 'none') : pairs
  }, [now, earlier, compared])
  const count = now.params.length
  if (compared && shown.length === 0) {
    return (
      <Notice tone="good" title="No difference">
        <p>All {count} parameters are equal in both blocks.</p>
      </Notice>
    )
  }
  const groups = Object.groupBy(shown, ({ id }) => configTitle(id).group)
  return (
    <>
      {compared && (
        <p className={styles.summary}>
          {shown.length} of {count} parameters differ from block {earlier.seqno}.
        </p>
      )}
      {CONFIG_GROUPS.map((group) => {
        const members = groups[group]
        if (!members) return undefined
        const sets = compared ? [] : members.filter(isSet).toSorted(bySetOrder)
        const others = members.filter((pair) => !sets.includes(pair))
        return (
          <div key={group} className={styles.parts}>
            {sets.map(({ id, now: param }) => (
              <SetOf key={id} param={param} current={now.seqno === null && id >= 34} />
            ))}
            {others.length > 0 && (
              <Panel title={group} note={others.length} flush>
                <div className={styles.params}>
                  {others.map((pair) => (
                    <ConfigParam key={pair.id} pair={pair} compared={compared} />
                  ))}
                </div>
              </Panel>
            )}
          </div>
        )
      })}
    </>
  )
}

/** The current sets first, then the next and the previous ones. */
const SET_ORDER = [34, 35, 36, 37, 32, 33]

function bySetOrder(a: ConfigPair, b: ConfigPair): number {
  return SET_ORDER.indexOf(a.id) - SET_ORDER.indexOf(b.id)
}

function isSet({ id, now }: ConfigPair): boolean {
  return VALIDATOR_SETS.has(id) && now?.value !== undefined
}

type SetOfProps = { readonly param: ConfigParamJson | undefined; readonly current: boolean }

function SetOf({ param, current }: SetOfProps) {
  const set = useMemo(
    () => (param?.value === undefined ? undefined : readValidatorSet(param.value)),
    [param?.value],
  )
  if (!param || !set) return undefined
  return <ValidatorTable title={configTitle(param.id).title} set={set} current={current} />
}
