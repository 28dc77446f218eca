import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CornerDownRight, CornerUpLeft, LoaderCircle, SearchX } from 'lucide-react'
import { useState } from 'react'
import { ApiFailure } from '../../api/apiFailure.ts'
import { receiverQuery, senderQuery } from '../../api/followMessage.ts'
import { useNetwork } from '../../api/network.tsx'
import type { MessageView } from '../../decode/transactionView.ts'
import { transactionParams } from '../../format/transactionParams.ts'
import styles from './FollowButton.module.css'

type FollowButtonProps = { readonly message: MessageView; readonly direction: 'in' | 'out' }

const WORDS = {
  in: 'Open the transaction that sent it',
  out: 'Open the transaction that received it',
} as const

/** A button that opens the other transaction of a message, which is searched in the blocks around its time. */
export function FollowButton({ message, direction }: FollowButtonProps) {
  const network = useNetwork()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [state, setState] = useState<'idle' | 'searching' | 'missing' | 'failed'>('idle')
  const { hash, createdLt, source, destination } = message
  if (source === undefined || destination === undefined) return null
  const follow = async () => {
    setState('searching')
    const followed = { hash, createdLt, source, destination }
    try {
      const query = direction === 'in' ? senderQuery(network, followed) : receiverQuery(network, followed)
      const found = await client.fetchQuery(query)
      setState(found ? 'idle' : 'missing')
      if (found) await navigate({ to: '/transaction/$account/$lt/$hash', params: transactionParams(found) })
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      setState('failed')
    }
  }
  const words = {
    idle: WORDS[direction],
    searching: 'Searching blocks …',
    missing: 'Not in the next blocks: the message has probably not arrived yet',
    failed: 'The blocks could not be read; try again',
  }[state]
  const Icon =
    state === 'searching'
      ? LoaderCircle
      : state === 'idle'
        ? direction === 'in'
          ? CornerUpLeft
          : CornerDownRight
        : SearchX
  return (
    <button
      type="button"
      className={styles.follow}
      data-state={state}
      disabled={state === 'searching'}
      title={words}
      onClick={follow}
    >
      <Icon aria-hidden="true" size={14} strokeWidth={1.75} />
      <span>
        {state === 'idle' || state === 'searching'
          ? direction === 'in'
            ? 'Sender'
            : 'Receiver'
          : 'Not found'}
      </span>
      <span className="visually-hidden" role="status">
        {words}
      </span>
    </button>
  )
}
