import { Suspense, useState } from 'react'
import { lazyPart } from '../loading/lazyPart.tsx'
import { ThemeButton } from './ThemeButton.tsx'

/** Loaded on first use: the menu library has a third of the start script's size. */
const ThemeList = lazyPart(() => import('./ThemeList.tsx'), 'ThemeList', ThemeButton)

export function ThemeMenu() {
  const [isWanted, setIsWanted] = useState(false)
  const button = <ThemeButton aria-haspopup="menu" aria-expanded={false} onClick={() => setIsWanted(true)} />
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <ThemeList />
    </Suspense>
  )
}
