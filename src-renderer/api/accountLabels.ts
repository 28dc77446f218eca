import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { MAX_LABEL_CHANGES } from '#shared/labelLimits.ts'
import type { AccountLabels, LABELS_PATH, LabelChange } from '#shared/schema/labels.ts'
import { accountKey } from '../decode/accountKey.ts'
import { readAccountLabels, removeAccountLabels, writeAccountLabel } from '../settings/localSettings.ts'
import { requestEnveloped } from './request.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PATH: typeof LABELS_PATH = '/api/tonscope/labels'

/** The user's name of an account, and a note about it, which can be empty. */
export type OwnLabel = { readonly name: string; readonly note: string }

/** The user's labels of a network's accounts. */
export type OwnLabels = {
  /** By account key. */
  readonly labels: ReadonlyMap<string, OwnLabel>
  /** Whether they are kept in Tonscope's data folder; otherwise, on another machine, in this browser. */
  readonly isShared: boolean
  /** Sets labels, or removes those without a name. Rejects with ApiFailure if they cannot be stored. */
  readonly change: (changes: readonly LabelChange[]) => Promise<void>
}

function labelsQuery(networkId: string) {
  return queryOptions({
    queryKey: [networkId, 'labels'],
    queryFn: ({ signal }) => requestEnveloped<AccountLabels>(PATH, signal),
    retry: false,
  })
}

/** Sends changes in requests of the size that the gateway takes; returns all labels after the last one. */
async function sendChanges(changes: readonly LabelChange[]): Promise<AccountLabels | undefined> {
  const { signal } = new AbortController()
  let all: AccountLabels | undefined
  for (let at = 0; at < changes.length; at += MAX_LABEL_CHANGES) {
    const sent = { labels: changes.slice(at, at + MAX_LABEL_CHANGES) }
    all = await requestEnveloped<AccountLabels>(PATH, signal, { method: 'PUT', sent })
  }
  return all
}

/** Returns the labels of this browser, as the gateway has them. */
function localLabels(networkId: string): ReadonlyMap<string, OwnLabel> {
  return new Map([...readAccountLabels(networkId)].map(([key, name]) => [key, { name, note: '' }]))
}

/** Moves the labels that an earlier version stored in this browser to the gateway. Labels of the gateway are kept. */
async function moveLocalLabels(networkId: string, known: AccountLabels): Promise<AccountLabels | undefined> {
  const local = readAccountLabels(networkId)
  if (local.size === 0) return undefined
  const present = new Set(known.labels.map(({ address }) => accountKey(address)))
  const changes = [...local].flatMap(([key, name]) => (present.has(key) ? [] : [{ address: key, name }]))
  const all = await sendChanges(changes)
  removeAccountLabels(networkId)
  return all
}

/** Loads the user's labels of a network; an empty map before the network is known. */
export function useAccountLabels(networkId: string | undefined): OwnLabels {
  const client = useQueryClient()
  const { data, isError } = useQuery({ ...labelsQuery(networkId ?? ''), enabled: networkId !== undefined })
  const [local, setLocal] = useState<ReadonlyMap<string, OwnLabel>>(new Map())
  useEffect(() => {
    if (networkId !== undefined && isError) setLocal(localLabels(networkId))
  }, [networkId, isError])
  useEffect(() => {
    if (networkId === undefined || !data) return
    void moveLocalLabels(networkId, data).then(
      (all) => all && client.setQueryData(labelsQuery(networkId).queryKey, all),
      // They stay in this browser and are moved by the next start.
      (error) => console.warn('labels could not be moved:', error),
    )
  }, [client, networkId, data])
  const stored = useMemo(
    () => new Map(data?.labels.map(({ address, name, note }) => [accountKey(address), { name, note }])),
    [data],
  )
  const change = useCallback(
    async (changes: readonly LabelChange[]) => {
      if (networkId === undefined) return
      if (isError) {
        for (const { address, name } of changes) {
          writeAccountLabel(networkId, accountKey(address), name ?? undefined)
        }
        setLocal(localLabels(networkId))
        return
      }
      const all = await sendChanges(changes)
      if (all) client.setQueryData(labelsQuery(networkId).queryKey, all)
    },
    [client, networkId, isError],
  )
  return useMemo(
    () => ({ labels: isError ? local : stored, isShared: !isError, change }),
    [isError, local, stored, change],
  )
}
