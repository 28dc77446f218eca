import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { isTyping } from '../../components/isTyping.ts'

const route = getRouteApi('/replay/$account')

/** Browsers limit changes of the URL to some hundred in half a minute. */
const URL_MS = 200
const LEAP = 20

/** The selected step, from 0. The URL has it, from 1. */
export function useSelectedStep(total: number, first: number): [number, (step: number) => void] {
  const navigate = useNavigate()
  const { step: written } = route.useSearch()
  const named = written === undefined ? first : Number(written) - 1
  const [step, setStep] = useState(() => within(named, total))
  const select = useCallback((next: number) => setStep(within(next, total)), [total])
  useEffect(() => {
    const text = step === first ? undefined : String(step + 1)
    if (text === written) return
    const timer = window.setTimeout(() => {
      void navigate({
        to: '.',
        search: (search) => ({ ...search, step: text }),
        replace: true,
        resetScroll: false,
      })
    }, URL_MS)
    return () => window.clearTimeout(timer)
  }, [step, first, written, navigate])
  useStepKeys(step, total, select)
  return [step, select]
}

function within(step: number, total: number): number {
  return Math.max(0, Math.min(step, total - 1))
}

/** Selects steps by j, k and the arrow keys, and the first and the last by Home and End. */
function useStepKeys(step: number, total: number, select: (step: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      const next = stepOfKey(event.key, step, total)
      if (next === undefined) return
      event.preventDefault()
      select(next)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [step, total, select])
}

function stepOfKey(key: string, step: number, total: number): number | undefined {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return step + 1
    case 'k':
    case 'ArrowUp':
      return step - 1
    case 'PageDown':
      return step + LEAP
    case 'PageUp':
      return step - LEAP
    case 'Home':
      return 0
    case 'End':
      return total - 1
    default:
      return undefined
  }
}
