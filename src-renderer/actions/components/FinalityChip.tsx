import { Chip } from '../../components/Chip.tsx'

const HINTS: Readonly<Record<string, string>> = {
  pending: 'Emulated: not in a block yet',
  confirmed: 'In a shard block that the masterchain has not committed yet',
}

/** Marks an action that is not final yet. */
export function FinalityChip({ finality }: { readonly finality: string }) {
  const hint = HINTS[finality]
  if (hint === undefined) return null
  return (
    <span title={hint}>
      <Chip tone="warn">… {finality === 'pending' ? 'Pending' : 'Confirmed'}</Chip>
    </span>
  )
}
