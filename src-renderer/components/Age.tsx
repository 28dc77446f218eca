import { useChainNow, useNetwork } from '../api/network.tsx'
import { formatAge, formatClock, formatDay, formatMomentWithZone, isoTime } from '../format/age.ts'

/** The age of a time, or the time itself in a recorded network, where all ages are almost the same. */
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

/** A separate component, so that rows of a recorded network do not render every second. */
function TickingAge({ utime }: { readonly utime: number }) {
  return formatAge(useChainNow() / 1000 - utime)
}

/** The heading of a column of ages. */
export function AgeHeading() {
  return useNetwork().recorded ? 'Time' : 'Age'
}
