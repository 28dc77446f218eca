import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './apiFailure.ts'

const MAX_RETRIES = 2

/**
 * Returns the window's cache. Queries do not pause offline (`networkMode`), since the server is on this
 * machine, and only temporary failures are retried.
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
