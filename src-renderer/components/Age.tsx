import { useChainNow, useNetwork } from '../api/network.tsx'
import { formatAge, formatClock, formatDay, formatMomentWithZone, isoTime } from '../format/age.ts'

/** How long ago; in a recorded network, where every age is the same to a second's worth, the time itself. */
export function Age({ utime, long = false }: { readonly utime: number; readonly long?: boolean }) {
  const { recorded } = useNetwork()
  return (
    <time dateTime={isoTime(utime)} title={formatMomentWithZone(utime)}>
      {recorded ? (
        <>
          {long && `${formatDay(utime)}, `}
          {formatClock(utime)}
        </>
      ) : (
        <>
          <TickingAge utime={utime} />
          {long && ' ago'}
        </>
      )}
    </time>
  )
}

/** Apart, so that in a recorded network no row is drawn anew every second. */
function TickingAge({ utime }: { readonly utime: number }) {
  return formatAge(useChainNow() / 1000 - utime)
}

/** The heading of a column of ages. */
export function AgeHeading() {
  return useNetwork().recorded ? 'Time' : 'Age'
}
