import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { MessageFilter } from '../../api/indexedLists.ts'
import scope from '../../components/ListParts.module.css'
import { MessageList } from '../../components/MessageList.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import type { MessageWay } from '../searchParams.ts'

const route = getRouteApi('/account/$address')

const NONE: Readonly<Record<MessageWay, string>> = {
  in: 'No messages to this account in the indexed blocks.',
  out: 'No messages from this account in the indexed blocks.',
  external: 'No external messages to this account in the indexed blocks.',
}

function filterOf(way: MessageWay, address: string): MessageFilter {
  switch (way) {
    case 'in':
      return { destination: address, exclude_externals: true }
    case 'out':
      return { source: address }
    case 'external':
      return { destination: address, only_externals: true }
  }
}

/** The messages that an account received and sent. */
export function AccountMessages({ address }: { readonly address: string }) {
  const navigate = useNavigate()
  const { way: written, at, skip } = route.useSearch()
  const way = written ?? 'in'
  const filter = useMemo(() => filterOf(way, address), [way, address])
  return (
    <>
      <div className={scope.scope}>
        <SegmentedControl
          label="Which messages"
          options={[
            { value: 'in', label: 'Received' },
            { value: 'out', label: 'Sent' },
            { value: 'external', label: 'External' },
          ]}
          current={way}
          onChange={(next) =>
            navigate({
              to: '.',
              search: { tab: 'messages', way: next === 'in' ? undefined : next },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <MessageList
        key={way}
        filter={filter}
        at={at}
        skip={skip}
        of={address}
        none={NONE[way]}
        target={{ kind: 'account', address }}
        search={{ tab: 'messages', way: written }}
      />
    </>
  )
}
