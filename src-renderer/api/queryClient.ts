import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './apiFailure.ts'

const MAX_RETRIES = 2

/**
 * The cache of the window. The server is on this machine, so being offline is no reason to pause
 * (`networkMode`), and only failures that may pass by themselves are tried again.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        staleTime: 5_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => error instanceof ApiFailure && error.temporary && failures < MAX_RETRIES,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
