import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { base } from './api/base.ts'
import { IdentityProvider } from './api/identityContext.tsx'
import { NetworkProvider } from './api/network.tsx'
import { createQueryClient } from './api/queryClient.ts'
import { ClockProvider } from './components/clock.tsx'
import { followNavigation } from './desktop/followNavigation.ts'
import { openLastNetwork } from './layout/networks/openLastNetwork.ts'
import { keepSlashes, keepSlashesOfLocation } from './routes/keepSlashes.ts'
import { createExplorerRouter } from './routes/router.tsx'
import { ThemeProvider } from './theme/themeContext.tsx'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

keepSlashesOfLocation(window)
const router = createExplorerRouter()
// Never removed, like the router.
followNavigation((path) => router.history.push(base.at(keepSlashes(path))))

const leaves = await openLastNetwork()
if (!leaves)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <ThemeProvider>
          <ClockProvider>
            <NetworkProvider>
              <IdentityProvider>
                <RouterProvider router={router} />
              </IdentityProvider>
            </NetworkProvider>
          </ClockProvider>
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
