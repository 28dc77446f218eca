import { Suspense, useState } from 'react'
import { lazyPart } from '../../loading/lazyPart.tsx'
import { NetworkButton } from './NetworkButton.tsx'

/** Loaded on first use, like the menu of themes. */
const NetworkList = lazyPart(() => import('./NetworkList.tsx'), 'NetworkList', NetworkButton)

/** The menu of the program's networks. */
export function NetworkMenu() {
  const [isWanted, setIsWanted] = useState(false)
  const button = (
    <NetworkButton aria-haspopup="menu" aria-expanded={false} onClick={() => setIsWanted(true)} />
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <NetworkList />
    </Suspense>
  )
}
